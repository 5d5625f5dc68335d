"""Imports: beyond the layers, which import-linter enforces, no modules import each other."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter

import grimp
import pytest

from tests.conftest import PACKAGE


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Imports for types only count. An ``__init__`` offers what its modules define to others."""
    graph = grimp.build_graph("sapper", cache_dir=None)
    modules = {
        name for name in graph.modules if not (PACKAGE.parent / name.replace(".", "/")).is_dir()
    }
    assert "sapper.tui.app" in modules
    imports = {name: graph.find_modules_directly_imported_by(name) & modules for name in modules}
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))
