// The input languages by the extensions of their files.

import type { Extension } from "@codemirror/state";
import { highlighted } from "./words";

const fsp = highlighted({
  keywords:
    "const property range if then else forall when set progress menu animation actions controls deterministic minimal compose target import assert fluent constraint initially exists rigid".split(" "),
  builtin: ["STOP", "END", "ERROR"],
  line: "//",
  block: ["/*", "*/"],
  capitals: true,
});

const promela = highlighted({
  keywords:
    "active proctype init never ltl do od if fi for in select break goto else unless atomic d_step run skip assert print printf inline typedef mtype chan of hidden show xr xs local provided priority timeout".split(" "),
  builtin: "bit bool byte short int unsigned true false empty nempty full nfull len eval enabled".split(" "),
  line: "//",
  block: ["/*", "*/"],
  preprocessor: true,
});

const prism = highlighted({
  keywords:
    "dtmc mdp ctmc module endmodule init endinit const int bool double formula label rewards endrewards system endsystem global nondeterministic probabilistic stochastic invariant endinvariant filter".split(" "),
  builtin: "true false min max floor ceil round pow mod log P Pmin Pmax R Rmin Rmax F G X U W S".split(" "),
  line: "//",
});

const net = highlighted({ keywords: "component property hide end par in".split(" "), line: "--" });
const aut = highlighted({ keywords: ["des"], builtin: ["i", "tau"] });

const BY_EXTENSION: Record<string, Extension> = {
  lts: fsp,
  fsp,
  pml: promela,
  prom: promela,
  promela,
  h: promela,
  prism,
  pm: prism,
  nm: prism,
  props: prism,
  pctl: prism,
  net,
  aut,
};

/** The language of a file. */
export function languageOf(name: string): Extension {
  return BY_EXTENSION[name.split(".").pop() ?? ""] ?? [];
}
