// The editor: CodeMirror in a shadow root, where it may have styles of its own under a strict
// content policy.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { HighlightStyle, bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic as Mark, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Annotation, EditorState } from "@codemirror/state";
import {
  EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars,
  keymap, lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { positions } from "./bytes";
import { h } from "./dom";
import { languageOf } from "./languages";
import type { Proofread } from "./messages";

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--keyword)", fontWeight: "600" },
  { tag: [tags.atom, tags.bool], color: "var(--builtin)", fontWeight: "600" },
  { tag: tags.typeName, color: "var(--process)" },
  { tag: tags.variableName, color: "var(--ink)" },
  { tag: tags.number, color: "var(--number)" },
  { tag: tags.string, color: "var(--string)" },
  { tag: tags.comment, color: "var(--comment)", fontStyle: "italic" },
  { tag: tags.meta, color: "var(--builtin)" },
  { tag: [tags.operator, tags.punctuation], color: "var(--faint)" },
]);

const look = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--paper)", fontSize: "14px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--faint)", border: "none" },
  ".cm-activeLine": { backgroundColor: "var(--line-now)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--line-now)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--selected) !important" },
  ".cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--ink)", border: "1px solid var(--rule)" },
  ".cm-panels": { backgroundColor: "var(--panel)", color: "var(--ink)" },
  ".cm-diagnostic": { fontFamily: "var(--sans)", fontSize: "13px", whiteSpace: "pre-wrap" },
  ".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--on-accent)", borderRadius: "4px" },
});

/** Set where a text is put in by the page and not typed. */
const put = Annotation.define<boolean>();

/** The editor of the page. */
export class Editor {
  readonly element = h("div", { class: "editor" });
  private readonly view: EditorView;
  private known: Proofread | null = null;

  constructor(private readonly typed: (text: string) => void) {
    const root = this.element.attachShadow({ mode: "open" });
    const place = h("div");
    place.style.height = "100%";
    root.append(place);
    this.view = new EditorView({ parent: place, root, state: this.state("", "") });
  }

  private state(name: string, text: string): EditorState {
    return EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), highlightActiveLineGutter(), highlightSpecialChars(), history(),
        drawSelection(), indentOnInput(), bracketMatching(), closeBrackets(),
        autocompletion({ override: [(context) => this.completions(context)] }),
        highlightActiveLine(), highlightSelectionMatches(), lintGutter(), search({ top: true }),
        syntaxHighlighting(colours), languageOf(name), look,
        keymap.of([
          ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap,
          ...completionKeymap, ...lintKeymap, indentWithTab,
        ]),
        EditorView.contentAttributes.of({ "aria-label": "Model text" }),
        EditorView.updateListener.of((update) => {
          const typed = update.transactions.some((change) => change.docChanged && !change.annotation(put));
          if (typed) this.typed(update.state.doc.toString());
        }),
      ],
    });
  }

  /** Shows another text, with a history of its own. */
  open(name: string, text: string): void {
    this.known = null;
    this.view.setState(this.state(name, text));
  }

  /** Replaces the text by what is on the disk. */
  replace(text: string): void {
    const { length } = this.view.state.doc;
    this.view.dispatch({ changes: { from: 0, to: length, insert: text }, annotations: put.of(true) });
  }

  focus(): void {
    this.view.focus();
  }

  /** Shows what is wrong with the text. */
  mark(proofread: Proofread, name: string): void {
    this.known = proofread;
    const text = this.view.state.doc.toString();
    const at = positions(text);
    const marks = proofread.mistakes
      .filter(({ diagnostic }) => diagnostic.file === null || diagnostic.file === name)
      .map(({ diagnostic, instead }): Mark => {
        const { severity, message, help, place } = diagnostic;
        const from = at(place?.start ?? 0);
        const to = Math.max(from, at(place?.end ?? 0));
        const label = place?.label ? `: ${place.label}` : "";
        const write = (view: EditorView, from: number, to: number) =>
          view.dispatch({ changes: { from, to, insert: instead! } });
        return {
          from,
          to,
          severity: severity === "note" ? "info" : severity,
          message: message + label + (help ? `\nhelp: ${help}` : ""),
          actions: instead === undefined ? [] : [{ name: `Write ${instead}`, apply: write }],
        };
      });
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }

  /** Brings a line into view. */
  reveal(line: number): void {
    const { doc } = this.view.state;
    if (line < 1 || line > doc.lines) return;
    const { from } = doc.line(line);
    this.view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
  }

  /** Names of the text, words of its language, and other words that stand in it. */
  private completions(context: CompletionContext): CompletionResult | null {
    const word = context.matchBefore(/[A-Za-z_]\w*/);
    if (!word || (word.from === word.to && !context.explicit)) return null;
    const options = new Map<string, string>();
    for (const { name, kind } of this.known?.symbols ?? []) options.set(name, kind);
    for (const keyword of this.known?.keywords ?? []) options.set(keyword, "keyword");
    for (const [name] of context.state.doc.sliceString(0, 200_000).matchAll(/\b[a-z_]\w*/g)) {
      if (!options.has(name) && name !== word.text) options.set(name, "word");
    }
    const entries = [...options].map(([label, detail]) => ({ label, detail }));
    return { from: word.from, options: entries, validFor: /^\w*$/ };
  }
}
