// Models of the corpus to begin with.

import corpus from "corpus";

export const examples = corpus;
