// A run as a message chart: a lifeline for each component, a line for each action that several take
// part in, a box for what one does alone.

import { s } from "../dom";
import type { Run } from "./run";

const WIDTH = 130;
const ROW = 26;
const MOST = 300;

export function chart(run: Run): SVGSVGElement {
  const steps = run.steps.slice(-MOST);
  const height = (steps.length + 2) * ROW;
  const x = (lane: number) => (lane + 0.5) * WIDTH;
  const svg = s("svg", {
    class: "picture chart", viewBox: `0 0 ${run.lanes.length * WIDTH} ${height}`, width: run.lanes.length * WIDTH,
    height, role: "img", "aria-label": "The run as a message chart",
  });
  run.lanes.forEach(({ name }, lane) => {
    svg.append(s("line", { class: "lifeline", x1: x(lane), x2: x(lane), y1: 22, y2: height - 6 }));
    svg.append(s("text", { class: "head", x: x(lane), y: 15 }, name.length > 18 ? `${name.slice(0, 17)}…` : name));
  });
  steps.forEach(({ action, moves }, index) => {
    const y = (index + 1.6) * ROW;
    const lanes = moves.map(({ lane }) => lane);
    const [first, last] = [Math.min(...lanes), Math.max(...lanes)];
    if (first !== last) svg.append(s("line", { class: "message", x1: x(first), x2: x(last), y1: y, y2: y }));
    for (const { lane, to } of moves) svg.append(s("circle", { class: to < 0 ? "dot bad" : "dot", cx: x(lane), cy: y, r: 4 }));
    svg.append(s("text", { class: "label", x: (x(first) + x(last)) / 2 + (first === last ? 8 : 0), y: y - 6, "text-anchor": first === last ? "start" : "middle" }, action));
  });
  return svg;
}
