"""The notebooks run from beginning to end, and what they show is drawn."""

from __future__ import annotations

import ast
import json
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.sources import ROOT

pytestmark = [
    pytest.mark.slow,
    *(
        pytest.mark.skipif(find_spec(name) is None, reason=f"the extra {extra} is not installed")
        for name, extra in (("gymnasium", "gym"), ("matplotlib", "plot"))
    ),
]

NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))


def shown(source: str, names: dict[str, Any], where: str) -> Any:
    """Run a cell, and return the value of its last line if that is an expression."""
    tree = ast.parse(source, where)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, where, "exec"), names)
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), where, "eval"), names)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda one: one.stem)
def test_a_notebook_runs(notebook: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import matplotlib.pyplot

    matplotlib.use("agg")
    monkeypatch.chdir(notebook.parent)
    monkeypatch.setattr(sys, "path", [*sys.path])
    contents = json.loads(notebook.read_text(encoding="utf-8"))
    assert contents["nbformat"] == 4
    names: dict[str, Any] = {}
    drawn = 0
    for cell in contents["cells"]:
        if cell["cell_type"] == "code":
            assert not cell["outputs"], "notebooks are kept without outputs"
            value = shown("".join(cell["source"]), names, f"{notebook.stem}, {cell['id']}")
            for draw in ("_repr_svg_", "_repr_html_"):
                if hasattr(value, draw):
                    assert "<" in getattr(value, draw)()
                    drawn += 1
    assert drawn
    matplotlib.pyplot.close("all")
    sys.modules.pop("learn_risk", None)
