"""What is shown to people works: notebooks, the book's chapter, types, docstrings."""

import doctest
import subprocess
import sys
import xml.etree.ElementTree as xml

import pytest

import surmise_checker as surmise


def test_pictures_and_tables(server, bad_server):
    good = surmise.check(server, properties="MUTEX", method="learn")
    bad = surmise.check(bad_server)
    for shown in [good, bad, *good, *bad, good[0].proof, bad["MUTEX"].trace]:
        html = shown._repr_html_()
        xml.fromstring(f"<div>{html}</div>")
    svg = good[0].proof.assumptions[0]._repr_svg_()
    assert xml.fromstring(svg).tag.endswith("svg")
    hostile = surmise.Lts.of([(0, "<script>alert(1)</script>", 1)])
    run = surmise.check(hostile)["no deadlock"].trace
    assert "<script>" not in run._repr_html_() and "<script>" not in hostile._repr_svg_()
    # What is too large is not drawn.
    large = surmise.Lts.cycle(*(f"a{number}" for number in range(20_000)))
    assert large._repr_svg_() is None


def test_the_chapter_of_the_book(root, monkeypatch):
    """Every `>>>` of the chapter prints what it says, from the root of the repository."""
    monkeypatch.chdir(root)
    failed, tried = doctest.testfile(
        str(root / "docs/book/src/python.md"), module_relative=False, optionflags=doctest.ELLIPSIS
    )
    assert tried > 15 and failed == 0


def test_docstrings():
    failed, tried = doctest.testmod(surmise)
    assert tried > 1 and failed == 0


def test_the_notebook_runs(root):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    path = root / "python/notebooks/first-steps.ipynb"
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(root)}}
    ).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    assert any("image/svg+xml" in output.get("data", {}) for output in outputs)
    assert any("text/html" in output.get("data", {}) for output in outputs)


def test_types(root, tmp_path):
    """mypy accepts the package, and refuses what the types forbid."""
    pytest.importorskip("mypy")
    right = tmp_path / "right.py"
    right.write_text(
        "import surmise_checker as surmise\n"
        "result = surmise.check('m.lts', method='learn', threads=2)\n"
        "for verdict in result:\n"
        "    if verdict.proof is not None:\n"
        "        states: int = verdict.proof.assumptions[0].states\n"
        "    if verdict.trace is not None:\n"
        "        actions: tuple[str, ...] = verdict.trace.actions\n"
    )
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import surmise_checker as surmise\nsurmise.check('m.lts', treads=2).verdict + 1\n")

    def mypy(*arguments):
        command = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", *arguments]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)

    checked = mypy(str(right))
    assert checked.returncode == 0, checked.stdout
    refused = mypy(str(wrong))
    assert "treads" in refused.stdout and "operator" in refused.stdout
    package = mypy("-p", "surmise_checker", "--config-file", str(root / "python/pyproject.toml"))
    assert package.returncode == 0, package.stdout
    stubs = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "surmise_checker._native"],
        cwd=tmp_path, capture_output=True, text=True,
    )
    assert stubs.returncode == 0, stubs.stdout
