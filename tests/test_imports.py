"""Imports: beyond the layers, which import-linter enforces, no modules import each other."""

from __future__ import annotations

import ast
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path

import grimp
import pytest

from tests.sources import PACKAGES, ROOT

MAX_DEEP_IMPORTS = 100  #: imports of tests from a module below a package of a distribution


def module_of(stub: Path) -> str:
    """Return the package of a stub."""
    parts = stub.parent.parts
    return ".".join(parts[parts.index("src") + 1 :])


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


@pytest.mark.parametrize("stub", sorted(ROOT.glob("packages/*/src/**/__init__.pyi")), ids=module_of)
def test_a_package_has_every_name_that_its_stub_lists(stub: Path) -> None:
    package = import_module(module_of(stub))
    assert package.__all__
    for name in package.__all__:
        assert hasattr(package, name), name


def test_tests_import_from_packages() -> None:
    """Then a module can move without a change of its tests; a few names hide or repeat others."""
    tests = [*ROOT.glob("tests/**/*.py"), *ROOT.glob("p*/**/tests/**/*.py")]
    deep = [
        node.module
        for file in tests
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
        and node.module
        and node.module.split(".")[0] in PACKAGES
        and node.module.count(".") > 1
    ]
    assert len(tests) > 250
    assert len(deep) <= MAX_DEEP_IMPORTS
