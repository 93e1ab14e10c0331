"""Builds a PRISM model with Storm's sparse engine; prints what that took.

storm_build.py MODEL [NAME=VALUE,...]

The whole state space, as for the table that `surmise-bench prism` compares with: no property, no
labels, no bisimulation. One line: states, choices, transitions; of the build alone, seconds and seconds
on the processor; the peak memory of the process in KiB before and after it.
"""

import re
import resource
import sys
import tempfile
import time

import stormpy

KINDS = r"^\s*(mdp|dtmc|ctmc|nondeterministic|probabilistic|stochastic)\b"


def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


text = open(sys.argv[1], encoding="utf-8", errors="replace").read()
with tempfile.NamedTemporaryFile("w", suffix=".prism") as file:
    # A model that names no kind is an mdp; Storm wants to be told.
    file.write(text if re.search(KINDS, text, re.MULTILINE) else "mdp\n" + text)
    file.flush()
    program = stormpy.parse_prism_program(file.name, prism_compatibility=True, simplify=False)
if len(sys.argv) > 2:
    program, _ = stormpy.instantiate_constants(program, sys.argv[2])
before = peak()
start, start_here = time.perf_counter(), time.process_time()
model = stormpy.build_model[float](program, options=stormpy.BuilderOptions())
seconds, here = time.perf_counter() - start, time.process_time() - start_here
print(model.nr_states, model.nr_choices, model.nr_transitions, seconds, here, before, peak())
