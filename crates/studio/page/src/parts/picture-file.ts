// Pictures as files. A picture in a file has no page around it: its styles go with it.

import { download } from "../dom";

const STYLED = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-family", "font-size", "font-weight", "text-anchor"];

/** A picture as a text that stands alone. */
export function standalone(svg: SVGSVGElement): { text: string; width: number; height: number } {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = svg.querySelectorAll("*");
  copy.querySelectorAll<SVGElement>("*").forEach((element, index) => {
    const style = getComputedStyle(originals[index]!);
    for (const name of STYLED) element.setAttribute(name, style.getPropertyValue(name));
    element.removeAttribute("class");
  });
  const { width, height } = svg.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  copy.removeAttribute("style");
  copy.removeAttribute("class");
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

export function saveSvg(name: string, svg: SVGSVGElement): void {
  download(`${name}.svg`, standalone(svg).text, "image/svg+xml");
}

/** The same as pixels, twice as fine as on the screen. */
export function savePng(name: string, svg: SVGSVGElement): void {
  const { text, width, height } = standalone(svg);
  const image = new Image();
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  image.onload = () => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [2 * width, 2 * height];
    const context = canvas.getContext("2d")!;
    context.fillStyle = getComputedStyle(document.body).getPropertyValue("--paper");
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(address);
    canvas.toBlob((blob) => blob && download(`${name}.png`, blob, "image/png"));
  };
  image.src = address;
}
