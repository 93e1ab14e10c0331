// Highlighting by words: comments, strings, numbers, keywords and names are all that the input
// languages need. What is wrong with a text is the engine's to say.

import { StreamLanguage, type StreamParser } from "@codemirror/language";

/** What is special about a language. */
export interface Words {
  keywords: string[];
  /** Words that are built in but can be names, too. */
  builtin?: string[];
  line?: string;
  block?: [string, string];
  /** Whether names that begin with a capital are those of processes. */
  capitals?: boolean;
  preprocessor?: boolean;
}

interface State {
  inBlock: boolean;
}

/** A language for the editor. */
export function highlighted(words: Words): StreamLanguage<State> {
  const keywords = new Set(words.keywords);
  const builtin = new Set(words.builtin);
  const parser: StreamParser<State> = {
    startState: () => ({ inBlock: false }),
    copyState: (state) => ({ ...state }),
    token(stream, state) {
      const [open, close] = words.block ?? ["", ""];
      if (state.inBlock || (open && stream.match(open))) {
        const before = stream.pos;
        const end = stream.string.indexOf(close, before);
        state.inBlock = end < 0;
        if (end < 0) stream.skipToEnd();
        else stream.pos = end + close.length;
        return "comment";
      }
      if (stream.eatSpace()) return null;
      if (words.line && stream.match(words.line)) {
        stream.skipToEnd();
        return "comment";
      }
      if (words.preprocessor && stream.sol() && stream.peek() === "#") {
        stream.skipToEnd();
        return "meta";
      }
      if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
      if (stream.match(/^\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/)) return "number";
      const word = stream.match(/^[A-Za-z_][\w]*/) as RegExpMatchArray | null;
      if (word) {
        if (keywords.has(word[0])) return "keyword";
        if (builtin.has(word[0])) return "atom";
        return words.capitals && /^[A-Z]/.test(word[0]) ? "typeName" : "variableName";
      }
      if (stream.match(/^(?:->|\|\||::|&&|==|!=|<=|>=|\[\]|<>|[-+*/%&|!<>=@\\~?:])/)) return "operator";
      stream.next();
      return "punctuation";
    },
    languageData: {
      commentTokens: { line: words.line, block: words.block && { open: words.block[0], close: words.block[1] } },
      closeBrackets: { brackets: ["(", "[", "{", '"'] },
    },
  };
  return StreamLanguage.define(parser);
}
