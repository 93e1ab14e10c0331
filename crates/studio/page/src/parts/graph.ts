// A component as a graph: the engine says where everything goes, this file draws it, and shows
// where a run is.

import { h, s } from "../dom";
import type { Part, Picture } from "../messages";
import { zoomable } from "./zoom";

/** What is shown on a graph at a moment of a run. */
export interface Moment {
  state: number;
  /** The step that led there, if this component took part in it. */
  came?: { from: number; action: string };
}

/** How parts of a picture are told apart, for comparisons. */
export interface Marks {
  states?: Map<number, string>;
  /** By `from action to`. */
  arrows?: Map<string, string>;
}

const MARGIN = 12;
/** A picture that is wider takes two places. */
const WIDE = 620;

export class Graph {
  readonly element: HTMLElement;
  private readonly states = new Map<number, SVGGElement>();
  private readonly arrows = new Map<string, SVGGElement>();
  private readonly picture: SVGSVGElement | null = null;
  private readonly frame = h("div", { class: "frame" });
  private lit: Element[] = [];

  constructor(readonly part: Part, marks: Marks = {}, insist?: () => void) {
    const { name, property, states, transitions, picture, refusal } = part;
    const size = `${states} ${states === 1 ? "state" : "states"}, ${transitions} transitions`;
    const title = h("figcaption", {}, h("strong", {}, name), h("span", { class: "faint" }, size));
    this.element = h("figure", { class: property ? "graph property" : "graph" }, title);
    if (!picture) {
      const why = h("p", { class: "faint" }, refusal ?? "there is nothing to draw");
      const anyway = insist && h("button", { type: "button", onclick: insist }, "Draw it all the same");
      this.element.append(h("div", { class: "refusal" }, why, anyway));
      return;
    }
    this.picture = this.drawn(picture, marks);
    title.append(zoomable(this.picture, picture, MARGIN).buttons);
    this.frame.append(this.picture);
    this.element.append(this.frame);
    if (picture.width > WIDE) this.element.classList.add("wide");
  }

  private drawn(picture: Picture, marks: Marks): SVGSVGElement {
    const label = `${this.part.name}: ${this.part.states} states, ${this.part.transitions} transitions`;
    const svg = s("svg", { role: "img", "aria-label": label, class: "picture" });
    svg.append(tips());
    svg.append(s("path", { class: "edge", d: picture.first, "marker-end": "url(#tip)" }));
    const [x, y] = picture.start;
    svg.append(s("circle", { class: "start", cx: x, cy: y, r: 3 }));
    for (const arrow of picture.arrows) svg.append(this.arrow(arrow, marks));
    for (const state of picture.states) svg.append(this.state(state, marks));
    return svg;
  }

  private arrow(arrow: Picture["arrows"][number], marks: Marks): SVGGElement {
    const key = `${arrow.from} ${arrow.to}`;
    const mark = marks.arrows?.get(key) ?? "";
    const group = s("g", { class: `arrow ${mark}` });
    group.append(s("title", {}, arrow.all ?? arrow.lines.join(" ")));
    group.append(s("path", { class: "edge", d: arrow.path, "marker-end": "url(#tip)" }));
    if (arrow.label) {
      const [x, y] = arrow.label;
      const top = y - (arrow.lines.length * 13) / 2;
      arrow.lines.forEach((line, index) => {
        group.append(s("text", { x, y: top + (index + 0.5) * 13 + 4 }, line));
      });
    }
    this.arrows.set(key, group);
    return group;
  }

  private state(state: Picture["states"][number], marks: Marks): SVGGElement {
    const { kind, name } = state;
    const [x, y] = state.at;
    const [width, height] = state.size;
    const group = s("g", { class: `state ${kind} ${marks.states?.get(state.state) ?? ""}` });
    const box = (inset: number) =>
      s("rect", {
        x: x - width / 2 + inset, y: y - height / 2 + inset,
        width: width - 2 * inset, height: height - 2 * inset, rx: height / 2 - inset,
      });
    group.append(s("title", {}, `${name}${kind === "plain" ? "" : ` (${kind})`}`), box(0));
    if (kind === "end") group.append(box(3));
    if (kind !== "distribution") group.append(s("text", { x, y: y + 4.3 }, name));
    this.states.set(state.state, group);
    return group;
  }

  /** Shows where a run is. */
  show(moment: Moment | null): void {
    for (const element of this.lit) element.classList.remove("now", "taken");
    this.lit = [];
    if (!moment) return;
    const light = (element: Element | undefined, name: string) => {
      if (!element) return;
      element.classList.add(name);
      this.lit.push(element);
    };
    light(this.states.get(moment.state), "now");
    if (moment.came) light(this.arrows.get(`${moment.came.from} ${moment.state}`), "taken");
    this.element.classList.toggle("moved", moment.came !== undefined);
    // A property has no state for what it does not allow.
    this.element.classList.toggle("broken", moment.state < 0);
    this.reveal(this.states.get(moment.state));
  }

  /** Scrolls the picture, and nothing around it, to a state. */
  private reveal(state: SVGGElement | undefined): void {
    if (!state || this.frame.scrollWidth <= this.frame.clientWidth) return;
    const [inner, outer] = [state.getBoundingClientRect(), this.frame.getBoundingClientRect()];
    this.frame.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2;
  }

  /** Lights up the states and arrows whose text contains this. Says how many there are. */
  find(text: string): number {
    const wanted = text.trim().toLowerCase();
    let found = 0;
    for (const group of [...this.states.values(), ...this.arrows.values()]) {
      const fits = wanted !== "" && (group.textContent ?? "").toLowerCase().includes(wanted);
      group.classList.toggle("found", fits);
      if (fits) found++;
    }
    return found;
  }

  get svg(): SVGSVGElement | null {
    return this.picture;
  }
}

/** The tips of arrows. Each picture has its own: it may be saved alone. */
function tips(): SVGDefsElement {
  const shape = s("path", { d: "M0,0.8 L8,4 L0,7.2 L1.6,4 z", class: "tip" });
  return s("defs", {}, s("marker", {
    id: "tip", viewBox: "0 0 8 8", refX: 7.6, refY: 4, markerWidth: 7, markerHeight: 7,
    markerUnits: "userSpaceOnUse", orient: "auto",
  }, shape));
}
