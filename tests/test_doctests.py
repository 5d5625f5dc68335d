"""Every public class and function has an example in its docstring, and every example is true."""

from __future__ import annotations

import ast
import doctest
import importlib
from pathlib import Path

import pytest

import sapper
import sapper.engine
from sapper.players import recipes

NAMES = {
    name: value
    for name, value in (
        *((name, getattr(sapper, name)) for name in sapper.__all__ if name != "Cell"),
        ("engine.Client", sapper.engine.Client),
    )
    if callable(value)
}


def docstring(value: object) -> str:
    """The docstring in the source: that of a compiled class may be of an earlier build."""
    module = importlib.import_module(value.__module__)
    source = Path(str(module.__file__))
    if source.suffix != ".py":
        source = source.with_name(f"{value.__module__.rpartition('.')[2]}.py")
    for node in ast.parse(source.read_text(encoding="utf-8")).body:
        name = getattr(node, "name", "")
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and name == value.__name__:  # type: ignore[attr-defined]
            return ast.get_docstring(node) or ""
    raise AssertionError(f"{value} is not defined in {source}")


@pytest.mark.parametrize("name", NAMES)
def test_a_public_name_has_an_example_that_runs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recipes, "_used", dict(recipes._used))  # what an example adds
    text = docstring(NAMES[name])
    examples = doctest.DocTestParser().get_doctest(text, {"sapper": sapper}, name, name, 0)
    assert examples.examples
    assert not any(doctest.SKIP in one.options for one in examples.examples)
    report: list[str] = []
    doctest.DocTestRunner(verbose=False).run(examples, out=report.append)
    assert not "".join(report)
