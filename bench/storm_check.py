"""Answers a property of a PRISM model with Storm's sparse engine; prints what that took.

storm_check.py MODEL CONSTANTS PROPERTY default|sound|exact

One line: the value in the initial state; seconds on the processor for building and checking, without
starting Python and reading the texts; the peak memory of the process in KiB before and after it.
"""

import resource
import sys
import time

import stormpy


def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


model, constants, text, mode = sys.argv[1:]
program = stormpy.parse_prism_program(model, prism_compatibility=True, simplify=False)
if constants:
    program, _ = stormpy.instantiate_constants(program, constants)
formula = stormpy.parse_property(text, context=program)
environment = stormpy.Environment()
environment.solver().force_soundness = mode == "sound"
environment.solver().force_exact = mode == "exact"
before, start = peak(), time.process_time()
number = stormpy.Rational if mode == "exact" else float
options = stormpy.BuilderOptions([formula])
built = stormpy.build_model[number](program, options=options)
result = stormpy.model_checking(built, formula, environment=environment, only_initial_states=True)
value = result.get_value(built.initial_states[0])
seconds = time.process_time() - start
print(value, seconds, before, peak())
