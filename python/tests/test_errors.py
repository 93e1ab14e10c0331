"""Errors are exceptions with places, and nothing that is given brings the interpreter down."""

import pickle

import pytest

import surmise_checker as surmise


def test_all_mistakes_have_their_places():
    model = surmise.Model.text("P = (a -> Q).\nR = (b -> )", name="broken.lts")
    with pytest.raises(surmise.InputError) as caught:
        surmise.check(model)
    error = caught.value
    assert error.place.line in (1, 2) and error.place.column > 1
    assert all(wrong.file.endswith("broken.lts") for wrong in error.diagnostics)
    assert f"broken.lts:{error.place.line}:{error.place.column}: error: " in str(error)
    assert isinstance(error, ValueError)


def test_names_are_suggested_by_argument():
    model = surmise.Model.text("property ORDER = (a -> ORDER). P = (a -> P). ||S = (P || ORDER).")
    with pytest.raises(surmise.InputError) as caught:
        surmise.check(model, properties="ORDR")
    assert "ORDER" in str(caught.value)
    with pytest.raises(surmise.InputError, match="learn"):
        surmise.check(model, method="lern")
    with pytest.raises(surmise.InputError, match="rule"):
        surmise.check(model, method="mono", rule="asym")
    with pytest.raises(surmise.InputError, match="magic"):
        surmise.check(model, method="learn", rule="magic")


def test_wrong_arguments():
    with pytest.raises(TypeError, match="surprise"):
        surmise.check("model.lts", surprise=1)
    with pytest.raises(ValueError, match="Model.text"):
        surmise.check("P = (a -> P).\n")
    with pytest.raises(surmise.InputError, match="nowhere.lts"):
        surmise.check("nowhere.lts")
    with pytest.raises(surmise.InputError, match="directory"):
        surmise.check("/")
    with pytest.raises(ValueError, match="no components"):
        surmise.check(surmise.System())
    with pytest.raises(ValueError, match="quotes"):
        surmise.System().component('a"b', surmise.Lts.cycle("a"))
    with pytest.raises(ValueError, match="no such state"):
        surmise.Lts(1, ((0, "a", 1),))


def test_warnings_are_part_of_the_result():
    model = surmise.Model.text("P = (a -> P). property Q = (b -> Q). ||S = (P || Q).")
    warnings = [one for one in surmise.check(model).diagnostics if one.severity == "warning"]
    assert warnings and "b" in warnings[0].message


def test_deep_and_hostile_texts_are_refused():
    for text in ["P = " + "(a -> " * 20_000, "P = (a -> P" * 1000, "\0" * 100, "(" * 100_000]:
        with pytest.raises(surmise.SurmiseError):
            surmise.check(surmise.Model.text(text))


def test_errors_can_be_pickled():
    long = "const N = 1000000 P = P[0], P[i:0..N] = (a -> P[(i+1)%(N+1)])."
    for text, limits in [("P = (a -> b).", {}), (long, {"time": 0.001})]:
        with pytest.raises(surmise.SurmiseError) as caught:
            surmise.check(surmise.Model.text(text), **limits)
        again = pickle.loads(pickle.dumps(caught.value))
        assert type(again) is type(caught.value)
        assert (str(again), again.diagnostics) == (str(caught.value), caught.value.diagnostics)
        assert getattr(again, "limit", None) == getattr(caught.value, "limit", None)
