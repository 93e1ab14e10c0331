// A picture that can be moved and made larger, by mouse, touch or keys.

import { button, h } from "../dom";

interface Extent {
  width: number;
  height: number;
}

/** Pictures are not blown up beyond their natural size, and not made so small that nobody reads
 * them, unless they are huge. */
const SMALLEST = 0.75;
const HUGE = 1600;

export function zoomable(svg: SVGSVGElement, extent: Extent, margin: number): { buttons: HTMLElement } {
  const whole = {
    x: -margin, y: -margin,
    width: extent.width + 2 * margin, height: extent.height + 2 * margin,
  };
  let view = { ...whole };
  const apply = () => svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
  const zoom = (factor: number, x = view.x + view.width / 2, y = view.y + view.height / 2) => {
    const width = Math.min(Math.max(view.width * factor, 40), whole.width * 4);
    const by = width / view.width;
    view = { x: x - (x - view.x) * by, y: y - (y - view.y) * by, width, height: view.height * by };
    apply();
  };
  const fit = () => {
    view = { ...whole };
    apply();
  };
  const move = (x: number, y: number) => {
    view = { ...view, x: view.x + x * view.width, y: view.y + y * view.height };
    apply();
  };
  svg.style.maxWidth = `${whole.width}px`;
  svg.style.minWidth = `${Math.min(whole.width * SMALLEST, HUGE)}px`;
  svg.style.aspectRatio = `${whole.width} / ${whole.height}`;
  svg.setAttribute("tabindex", "0");
  fit();

  const point = (event: { clientX: number; clientY: number }) => {
    const matrix = svg.getScreenCTM();
    return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : null;
  };
  svg.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const at = point(event);
    zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, at?.x, at?.y);
  }, { passive: false });
  let held: DOMPoint | null = null;
  svg.addEventListener("pointerdown", (event) => {
    held = point(event);
    svg.setPointerCapture(event.pointerId);
  });
  svg.addEventListener("pointermove", (event) => {
    const at = held && point(event);
    if (!at) return;
    view = { ...view, x: view.x - (at.x - held!.x), y: view.y - (at.y - held!.y) };
    apply();
  });
  svg.addEventListener("pointerup", () => (held = null));
  const keys: Record<string, () => void> = {
    "+": () => zoom(1 / 1.25), "=": () => zoom(1 / 1.25), "-": () => zoom(1.25), "0": fit,
    ArrowLeft: () => move(-0.1, 0), ArrowRight: () => move(0.1, 0),
    ArrowUp: () => move(0, -0.1), ArrowDown: () => move(0, 0.1),
  };
  svg.addEventListener("keydown", (event) => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });
  const buttons = h("span", { class: "zoom" },
    button("−", () => zoom(1.25), { "aria-label": "Smaller" }),
    button("+", () => zoom(1 / 1.25), { "aria-label": "Larger" }),
    button("fit", fit, { "aria-label": "Fit the picture" }));
  return { buttons };
}
