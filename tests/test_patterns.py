"""Every regular expression of the program takes linear time, whatever text it meets."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.patterns import SEARCHES, fault
from tests.sources import SAPPER, folder, modules

FILES = dict(modules(*SAPPER))
METHODS = {"match", "fullmatch", *SEARCHES}
#: Modules whose patterns meet only files and texts of the program itself.
OURS = {
    "sapper.game.drawing",
    "sapper_workbench.web.site.build",
    "sapper_workbench.web.static.page",
}


def _modules() -> list[str]:
    names = []
    for name, path in FILES.items():
        source = path.read_text(encoding="utf-8")
        if "import re\n" in source or "Meta(pattern=" in source:
            names.append(name)
    return sorted(set(names) - OURS)


def _value(module: ModuleType, node: ast.expr) -> Any:
    return eval(compile(ast.Expression(node), str(module.__file__), "eval"), vars(module))


def _name(module: ModuleType, value: object) -> str:
    return next(name for name, each in vars(module).items() if each is value)


def _patterns(name: str) -> Iterator[tuple[int, str | bytes, int, str]]:
    """Yield the patterns of a module: line, pattern, flags, and the method that uses it."""
    module = importlib.import_module(name)
    path = FILES[name]
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for compiled in vars(module).values():
        if isinstance(compiled, re.Pattern):
            methods = set(re.findall(rf"\b{_name(module, compiled)}\.(\w+)\(", path.read_text()))
            for method in methods & METHODS or {"fullmatch"}:
                yield 0, compiled.pattern, compiled.flags, method
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "pattern":  # Meta(pattern=…)
            yield node.value.lineno, _value(module, node.value), 0, "search"
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        owner, method = node.func.value, node.func.attr
        if method in METHODS and isinstance(owner, ast.Name) and owner.id == "re":
            flags = [word.value for word in node.keywords if word.arg == "flags"]
            place = {"sub": 4, "subn": 4, "split": 3}.get(method, 2)
            flags += node.args[place : place + 1]
            chosen = _value(module, flags[0]) if flags else 0
            try:
                pattern = _value(module, node.args[0])
            except NameError as error:
                raise AssertionError(f"line {node.lineno}: compile it in the module") from error
            yield node.lineno, pattern, int(chosen), method


@pytest.mark.parametrize("name", _modules())
def test_every_pattern_of_a_module_takes_linear_time(name: str) -> None:
    for line, pattern, flags, method in _patterns(name):
        assert not fault(pattern, flags, method), (line, pattern, method)


LITERAL = re.compile(r"(?<=[(=,:&|?!] )/(?![/*])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")


@pytest.mark.parametrize(
    "path", sorted(folder("sapper_workbench").rglob("*.js")), ids=lambda path: path.name
)
def test_every_pattern_of_the_page_takes_linear_time(path: Path) -> None:
    if path.parent.name == "vendor":
        return
    # A literal follows a sign; with a space before it, the expression above stays simple.
    source = re.sub(r"(?<=[(=,:&|?!])/", " /", path.read_text(encoding="utf-8"))
    for literal in LITERAL.findall(source):
        pattern, _, letters = literal[1:].rpartition("/")
        flags = sum(getattr(re, letter.upper()) for letter in letters if letter in "ims")
        words = pattern.replace("(?<", "(?P<").replace("(?P<=", "(?<=").replace("(?P<!", "(?<!")
        assert not fault(words, flags | re.ASCII, "search"), literal


@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"[\w=-]*[^\W\d][\w=-]*", "fullmatch"),
        (r"(?:a*)*", "fullmatch"),
        (r"(?:a|a)*b", "match"),
        (r"(?:ab|a|b)*c", "match"),
        (r"(?:\d{1,7})*x", "match"),
        (r"\s+$", "search"),
        (r"(?m)^\s*x", "finditer"),
        (r"a*.*c", "match"),
        (r"x(?=a*b)", "search"),
    ],
)
def test_superlinear_patterns_are_found(pattern: str, method: str) -> None:
    assert fault(pattern, 0, method)


@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"(?:[^}\\]|\\.)*\}", "match"),
        (r"\s+", "search"),
        (r"(?m)^[ \t]*x", "finditer"),
        (r"\s*\w+\s*=", "match"),
        (r"a*[ab]*", "match"),
        (r"(\d{1,7})x(\d{1,7})", "fullmatch"),
    ],
)
def test_linear_patterns_are_accepted(pattern: str, method: str) -> None:
    assert not fault(pattern, 0, method)
