// The map of components: who shares how many actions with whom. A circle needs no layout.

import { h, s } from "../dom";
import type { Described } from "../messages";

/** Half the width of the circle of names. */
const RADIUS = 200;
/** More components than this make no readable circle. */
const MOST = 24;

export function map({ components, shared }: Described): HTMLElement {
  const rows = shared.map(({ components, actions }) =>
    h("tr", {}, h("td", {}, components.join(", ")), h("td", {}, h("code", {}, few(actions)))));
  const table = h("table", { class: "plain" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "who"), h("th", { scope: "col" }, "shares"))),
    h("tbody", {}, ...rows));
  const sharing = rows.length ? table : h("p", { class: "faint" }, "Nobody shares an action with anybody.");
  const drawn = components.length <= MOST && components.length > 1 && circle(components, shared);
  return h("div", { class: "map" }, drawn, h("details", {}, h("summary", {}, "Who shares what"), sharing));
}

function few(actions: string[]): string {
  const most = 12;
  return actions.slice(0, most).join(", ") + (actions.length > most ? `, … ${actions.length - most} more` : "");
}

function circle(components: Described["components"], shared: Described["shared"]): SVGSVGElement {
  const names = components.map(({ name }) => name);
  const half = names.length > 1 ? 40 + 11 * names.length : 0;
  const at = (index: number): [number, number] => {
    const angle = (2 * Math.PI * (index + 0.5)) / names.length - Math.PI / 2;
    return [half && RADIUS * Math.cos(angle), half * Math.sin(angle)];
  };
  const pairs = new Map<string, Set<string>>();
  for (const { components, actions } of shared) {
    const owners = components.map((name) => names.indexOf(name));
    for (const one of owners) {
      for (const other of owners.filter((other) => other > one)) {
        const key = `${one} ${other}`;
        pairs.set(key, new Set([...(pairs.get(key) ?? []), ...actions]));
      }
    }
  }
  const svg = s("svg", {
    class: "picture", viewBox: `${-RADIUS - 90} ${-half - 20} ${2 * RADIUS + 180} ${2 * half + 40}`,
    role: "img", "aria-label": `Map of ${names.length} components`,
  });
  for (const [key, actions] of pairs) {
    const [one, other] = key.split(" ").map(Number) as [number, number];
    const [[x1, y1], [x2, y2]] = [at(one), at(other)];
    const line = s("line", { x1, y1, x2, y2, class: "share" }, s("title", {}, [...actions].join(", ")));
    line.style.strokeWidth = String(Math.min(1 + actions.size / 2, 7));
    svg.append(line);
    svg.append(s("text", { x: (x1 + x2) / 2, y: (y1 + y2) / 2, class: "count" }, String(actions.size)));
  }
  names.forEach((name, index) => {
    const [x, y] = at(index);
    const width = Math.min(Math.max(name.length * 7.6 + 18, 44), 170);
    svg.append(s("g", { class: "state plain" }, s("title", {}, name),
      s("rect", { x: x - width / 2, y: y - 13, width, height: 26, rx: 13 }),
      s("text", { x, y: y + 4.3 }, name.length > 22 ? `${name.slice(0, 21)}…` : name)));
  });
  return svg;
}
