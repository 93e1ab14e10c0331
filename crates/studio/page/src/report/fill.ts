// What a report holds, and how it gets into the page.

import type { Frame } from "../checking";
import type { Checked, Part } from "../messages";

export interface Found {
  texts: [string, string][];
  frames: Frame[];
  /** What was said after the last conjecture. */
  since: string[];
  checked: Checked;
  shown: Part[];
  conjectures: (Part | null)[];
}

const PLACE = '<script type="application/json" id="found"></script>';

/** A report with this in it. `<` is written so that no name can end the script. */
export function filled(template: string, found: Found): string {
  const data = JSON.stringify(found).replaceAll("<", "\\u003c");
  return template.replace(PLACE, () => PLACE.replace("></script>", () => `>${data}</script>`));
}
