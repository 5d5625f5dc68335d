"""Docstrings refer only to what exists."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from importlib import import_module

import pytest

from tests.sources import SAPPER, modules

REFERENCE = re.compile(r"``([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)(?:\(\))?``")
ENDINGS = {"c", "pl", "py", "pyi"}  #: of files
#: Keys of plans and of results, and names of the browser.
OTHERS = {"test.difference", "test.null", "decisions.NAME", "KeyboardEvent.key"}


@cache
def sources() -> dict[str, str]:
    """The sources of all modules."""
    return {name: path.read_text(encoding="utf-8") for name, path in modules(*SAPPER)}


@cache
def trees() -> dict[str, ast.Module]:
    """The syntax trees of all modules."""
    return {module: ast.parse(source) for module, source in sources().items()}


def definitions(node: ast.AST) -> Iterator[ast.AST]:
    """A node and what it contains, without the expressions, of which only targets define names."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        yield here
        waiting += [
            child
            for child in ast.iter_child_nodes(here)
            if not isinstance(child, ast.expr) or isinstance(getattr(child, "ctx", None), ast.Store)
        ]


def names(body: list[ast.stmt]) -> Iterator[str]:
    """The names that statements define: functions, classes, variables, fields and imports."""
    for statement in body:
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield statement.name
                yield from (  # attributes of the instance
                    node.attr for node in definitions(statement) if isinstance(node, ast.Attribute)
                )
            case ast.ClassDef():
                yield statement.name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.Import() | ast.ImportFrom():
                yield from (alias.asname or alias.name for alias in statement.names)


@cache
def members() -> dict[str, set[str]]:
    """The names that modules define."""
    return {module: set(names(tree.body)) for module, tree in trees().items()}


@cache
def classes() -> dict[str, set[str]]:
    """The members of the classes of a name."""
    found: dict[str, set[str]] = defaultdict(set)
    for tree in trees().values():
        for node in definitions(tree):
            if isinstance(node, ast.ClassDef):
                found[node.name] |= set(names(node.body))
    return found


def exists(reference: str, module: str) -> bool:
    """Whether a name in a docstring of a module leads to a module, or to what one defines.

    Modules are named from ``sapper`` on, with or without it, or from the package of the docstring.
    """
    if reference in OTHERS or reference.rpartition(".")[2] in ENDINGS:
        return True
    head, _, last = reference.rpartition(".")
    if last in classes().get(head, ()):
        return True
    packages = module.split(".")
    for depth in (0, 1, *range(2, len(packages) + 1)):
        place = ".".join([*packages[:depth], reference])
        outer, _, name = place.rpartition(".")
        if place in trees() or name in members().get(outer, ()):
            return True
        if outer in trees() and name in getattr(import_module(outer), "__all__", ()):
            return True
        outer, _, class_name = outer.rpartition(".")
        if class_name in members().get(outer, ()) and name in classes().get(class_name, ()):
            return True
    if head in trees() or head.startswith("sapper"):
        return False
    try:
        return hasattr(import_module(head), last)
    except ImportError:
        return False


@pytest.mark.slow
def test_dotted_names_in_docstrings_exist() -> None:
    missing = [
        f"{module}: {reference}"
        for module, source in sources().items()
        if REFERENCE.search(source)  # most have none
        for node in definitions(trees()[module])
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        for reference in REFERENCE.findall(ast.get_docstring(node) or "")
        if not exists(reference, module)
    ]
    assert not missing
