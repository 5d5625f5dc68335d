"""Which modules may know where the mines are: a finer check than the import contract."""

import ast
from pathlib import Path

import pytest

import sapper

PACKAGE = Path(sapper.__file__).parent
TRUTH = {"Deal", "Referee", "Board", "World"}
#: Whole games inside the kernel: these two play them, and show their strategies only the view.
PLAYOUTS = {"native.py", "playout.py"}
BLIND = [
    *sorted((PACKAGE / "inference").rglob("*.py")),
    *(path for path in sorted((PACKAGE / "players").glob("*.py")) if path.name not in PLAYOUTS),
]


@pytest.mark.parametrize("path", BLIND, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_neither_inference_nor_a_strategy_imports_the_truth(path: Path) -> None:
    imported = {
        alias.name
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert not imported & TRUTH
