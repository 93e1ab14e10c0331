// What all views have in common.

export interface View {
  /** What it is called in the row of tabs. */
  title: string;
  element: HTMLElement;
  /** It comes into view, or the text that it is about has changed while it is in view. */
  refresh(): void;
}
