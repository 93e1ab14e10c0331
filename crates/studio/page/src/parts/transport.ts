// Back and forth in time: buttons, a slider and the arrow keys.

import { button, h } from "../dom";

export class Transport {
  readonly element: HTMLElement;
  private readonly slider: HTMLInputElement;
  private readonly where = h("output", { class: "faint" });
  private timer: number | null = null;
  private readonly playButton: HTMLButtonElement;
  at = 0;

  constructor(private last: number, what: string, private readonly moved: (to: number) => void) {
    this.slider = h("input", {
      type: "range", min: 0, max: last, value: 0, "aria-label": `Position in ${what}`,
      oninput: () => this.go(Number(this.slider.value)),
    });
    this.playButton = button("Play", () => this.play(), { "aria-label": `Play ${what}`, class: "play" });
    this.element = h("div", { class: "transport", role: "group", "aria-label": what },
      button("|◀", () => this.go(0), { "aria-label": "To the beginning" }),
      button("◀", () => this.go(this.at - 1), { "aria-label": "One step back" }),
      this.playButton,
      button("▶", () => this.go(this.at + 1), { "aria-label": "One step forward" }),
      button("▶|", () => this.go(this.last), { "aria-label": "To the end" }),
      this.slider, this.where);
    this.element.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (by === undefined || event.target === this.slider) return;
      event.preventDefault();
      this.go(this.at + by);
    });
  }

  /** There are more, or fewer, positions now. */
  extend(last: number): void {
    this.last = last;
    this.slider.max = String(last);
    this.go(Math.min(this.at, last));
  }

  go(to: number): void {
    this.at = Math.min(Math.max(to, 0), this.last);
    this.slider.value = String(this.at);
    this.where.textContent = `${this.at} of ${this.last}`;
    if (this.at === this.last) this.stop();
    this.moved(this.at);
  }

  private play(): void {
    if (this.timer !== null) return this.stop();
    if (this.at === this.last) this.go(0);
    this.playButton.textContent = "Pause";
    this.timer = window.setInterval(() => {
      // Whoever left the view does not want it any more.
      if (this.element.isConnected) this.go(this.at + 1);
      else this.stop();
    }, 700);
  }

  private stop(): void {
    if (this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
    this.playButton.textContent = "Play";
  }

}
