// How large assumptions are over time, |A|: a small line for each of them.

import { s } from "../dom";
import type { Frame } from "../checking";

const [WIDTH, HEIGHT, MARGIN] = [640, 110, 22];

export function sizes(frames: Frame[], at: number, chosen: (at: number) => void): SVGSVGElement {
  const most = Math.max(...frames.map(({ conjecture }) => conjecture.lts.states), 1);
  const x = (index: number) => MARGIN + (index * (WIDTH - 2 * MARGIN)) / Math.max(1, frames.length - 1);
  const y = (states: number) => HEIGHT - MARGIN - (states * (HEIGHT - 2 * MARGIN)) / most;
  const svg = s("svg", {
    class: "picture plot", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img",
    "aria-label": `Sizes of the assumptions: at most ${most} states`,
    onclick: (event: MouseEvent) => {
      const box = svg.getBoundingClientRect();
      const part = ((event.clientX - box.left) / box.width) * WIDTH - MARGIN;
      chosen(Math.round((part / (WIDTH - 2 * MARGIN)) * (frames.length - 1)));
    },
  });
  svg.append(s("line", { class: "axis", x1: MARGIN, x2: WIDTH - MARGIN, y1: HEIGHT - MARGIN, y2: HEIGHT - MARGIN }));
  svg.append(s("line", { class: "cursor", x1: x(at), x2: x(at), y1: 6, y2: HEIGHT - MARGIN }));
  const names = [...new Set(frames.map(({ conjecture }) => conjecture.name))];
  names.forEach((name, series) => {
    const points = frames.flatMap(({ conjecture }, index) => (conjecture.name === name ? [`${x(index)},${y(conjecture.lts.states)}`] : []));
    svg.append(s("polyline", { class: `series series-${series % 5}`, points: points.join(" ") }));
    const [first] = points;
    const [px, py] = first!.split(",").map(Number);
    svg.append(s("text", { x: px!, y: py! - 5, class: `series-${series % 5}` }, `|${name}|`));
  });
  frames.forEach(({ conjecture }, index) => {
    svg.append(s("circle", { class: index === at ? "dot now" : "dot", cx: x(index), cy: y(conjecture.lts.states), r: index === at ? 4 : 2 }));
  });
  svg.append(s("text", { x: MARGIN, y: 12, "text-anchor": "start" }, `${most} states`));
  return svg;
}
