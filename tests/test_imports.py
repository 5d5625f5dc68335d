"""Imports: beyond the layers, which import-linter enforces, no modules import each other."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter

import grimp
import pytest

from tests.sources import PACKAGES


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Imports for types only count, and those within functions."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    assert "sapper_workbench.tui.app" in graph.modules
    imports = {
        name: {
            other
            for other in graph.find_modules_directly_imported_by(name)
            if not name.startswith(f"{other}.")  # from a package that it is part of
        }
        for name in graph.modules
    }
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))
