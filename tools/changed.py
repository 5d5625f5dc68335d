"""Lists the test files that a change concerns, nearest first: ``python tools/changed.py [BASE]``.

A test file is concerned if it or a helper that it imports has changed, if it imports a changed
module, directly or through others, or if it belongs to the package of a changed module. The fewer
imports lie between, the nearer it is. Scripts of the page are followed in the same way, from the
changed one to the unit tests that import it and to the views that the tests of the page open. Files
that nothing imports concern the tests named in ``PLACES``; any other file concerns all tests.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

import grimp

PAGE = "src/sapper/web/page/"
UNITS = "tests/page/test_units.py"  #: runs each ``.test.mjs`` of its folder as a test
VIEWS = f"{PAGE}app/views/"
STYLED = ("tests/web/test_page_layout.py", "tests/web/test_page_axe.py")  #: of all styles
FAR = 90  #: the distance of tests that the place of a file concerns and no import

#: Seconds of tests, on all cores together, that ``./check changed`` certainly does not exceed:
#: the tests of files beyond are not even collected, which alone takes long.
ENOUGH = 150.0
UNKNOWN = 6.0  #: seconds of a test file that has never run

#: Tests of files that nothing imports, by the beginning of their names; the longest one applies.
PLACES = {
    PAGE: ("tests/page", "tests/web"),
    "docs/": ("tests/docs", "tests/test_readme.py"),
    "README.md": ("tests/docs", "tests/test_readme.py"),
    "CONTRIBUTING.md": ("tests/docs",),
    ".ci/": ("tests/test_check.py",),
    ".github/": ("tests/test_check.py",),
    "check": ("tests/test_check.py",),
    "tools/": ("tests/test_check.py",),
    "tests/page/": ("tests/page",),
    "bench/": ("tests/test_bench.py", "tests/test_guesses.py", "tests/test_regret.py"),
    "examples/": ("tests/docs",),
    "experiments/": ("tests/docs",),
}


@dataclass(frozen=True)
class Reason:
    """Why a test is concerned: the changed file, and the number of imports between them."""

    distance: int
    file: str


#: Reasons by the name of a module, script or test.
Reasons = dict[str, Reason]


def changed_files(base: str) -> list[str]:
    """Return the files that differ from a commit, and new ones that git does not ignore."""
    commands = (
        ["git", "diff", "--name-only", base],
        ["git", "ls-files", "--others", "--exclude-standard"],
    )
    return sorted({name for command in commands for name in _lines(command)})


def _lines(command: list[str]) -> list[str]:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def reach(start: Iterable[tuple[str, str]], importers: Callable[[str], Iterable[str]]) -> Reasons:
    """Return everything that changed names reach through importers, each with its nearest reason.

    ``start`` pairs the name of a changed module or script with its file.
    """
    reasons = {name: Reason(0, file) for name, file in start}
    waiting = list(reasons)
    for name in waiting:  # grows, so the nearest come first
        for other in sorted(importers(name)):
            if other not in reasons:
                reasons[other] = Reason(reasons[name].distance + 1, reasons[name].file)
                waiting.append(other)
    return reasons


def inverted(imports: Mapping[str, Iterable[str]]) -> dict[str, set[str]]:
    """Return who imports a name, from what each one imports."""
    importers: dict[str, set[str]] = {}
    for name, imported in imports.items():
        for other in imported:
            importers.setdefault(other, set()).add(name)
    return importers


def module_of(file: str) -> str:
    """Return the module that a Python file is."""
    parts = Path(file).with_suffix("").parts
    parts = parts[1:] if parts[0] == "src" else parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(file: Path) -> set[str]:
    """Return the modules and names that a Python file imports, anywhere in it."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def scripts_of(file: Path) -> set[str]:
    """Return the scripts, as paths in the repository, that a script imports."""
    text = file.read_text(encoding="utf-8")
    links = re.findall(r"""(?:from|import)\s*\(?\s*["'](\.[^"']+)["']""", text)
    return {_joined(file.parent, link) for link in links}


def _joined(folder: Path, link: str) -> str:
    parts: list[str] = []
    for part in [*folder.parts, *PurePosixPath(link).parts]:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)


def places_of(file: str, importable: bool) -> tuple[str, ...]:
    """Return the tests that a changed file concerns by its place."""
    folder, name = Path(file).parent, Path(file).name
    if starts := [start for start in PLACES if file.startswith(start)]:
        return PLACES[max(starts, key=len)]
    if "tests" in Path(file).parts[:1]:
        if name in ("conftest.py", "__init__.py") or not file.endswith(".py"):
            return (str(folder),)  # fixtures and data are used without an import
        return ()  # found by what imports it
    return () if importable else ("tests",)


def test_files(place: str) -> list[str]:
    """Return the test files of a place, which is a file or a folder."""
    path = Path(place)
    return [str(file) for file in sorted(path.rglob("test_*.py"))] if path.is_dir() else [place]


@cache
def package() -> grimp.ImportGraph:
    """Return who imports whom in sapper."""
    return grimp.build_graph("sapper", cache_dir=None)


@cache
def importing_tests() -> dict[str, set[str]]:
    """Return the modules of the tests, by the names that they import."""
    return inverted(
        {module_of(str(file)): imports_of(file) for file in Path("tests").rglob("*.py")}
    )


def by_import(changed: list[str]) -> Reasons:
    """Return the test files that changed Python files reach, and those of their packages."""
    graph, needed = package(), importing_tests()
    files = {module_of(str(file)): str(file) for file in Path("tests").rglob("*.py")}

    def importers(name: str) -> set[str]:
        inside = graph.find_modules_that_directly_import(name) if name in graph.modules else set()
        return {*inside, *needed.get(name, ())}

    modules = [(module_of(file), file) for file in changed if file.endswith((".py", ".pxd"))]
    reached = reach(modules, importers)
    reasons = {files[name]: reason for name, reason in reached.items() if name in files}
    for module, file in modules:
        folder = Path("tests", *module.split(".")[1:2])
        if module in graph.modules and folder != Path("tests") and folder.is_dir():
            for test in test_files(str(folder)):
                _nearer(reasons, test, Reason(2, file))
    return {name: reason for name, reason in reasons.items() if _is_test(name)}


def by_script(changed: list[str]) -> Reasons:
    """Return the tests that changed scripts and styles of the page reach.

    A browser test is near a script if it opens a view that imports it, and nearest to the files
    that bear its name: ``test_page_tree`` to ``tree/rows.js`` and ``style/tree.css``.
    """
    scripts = [*Path(PAGE).rglob("*.js"), *Path("tests/page").rglob("*.mjs")]
    needed = inverted({str(script): scripts_of(script) for script in scripts})
    start = [(file, file) for file in changed if file.endswith((".js", ".mjs"))]
    reached = reach(start, lambda name: needed.get(name, ()))
    reasons = {
        f"{UNITS}::test_units_of_the_page[{Path(name).stem}]": Reason(reason.distance, reason.file)
        for name, reason in reached.items()
        if name.endswith(".test.mjs")
    }
    views = {Path(name).stem: reached[name] for name in reached if name.startswith(VIEWS)}
    for test in sorted(Path("tests/web").glob("test_page_*.py")):
        subject = test.stem.removeprefix("test_page_")
        text = test.read_text(encoding="utf-8")
        for view, reason in views.items():
            if re.search(rf"#{view}\b", text):
                _nearer(reasons, str(test), Reason(reason.distance + 1, reason.file))
        for file in changed:
            if file.startswith(PAGE):
                named = subject in Path(file).with_suffix("").parts
                named |= file.endswith(".css") and str(test) in STYLED
                _nearer(reasons, str(test), Reason(1 if named else FAR - 1, file))
    return reasons


def _is_test(file: str) -> bool:
    return Path(file).name.startswith("test_")


def _nearer(reasons: Reasons, test: str, reason: Reason) -> None:
    if test not in reasons or reason.distance < reasons[test].distance:
        reasons[test] = reason


def concerned(changed: list[str]) -> Reasons:
    """Return the test files, or single tests, that a change concerns, each with its reason."""
    reasons = {**by_import(changed), **by_script(changed)}
    for file in changed:
        importable = file.endswith((".py", ".pxd")) and module_of(file) in package().modules
        for place in places_of(file, importable):
            for test in test_files(place):
                if not any(known.partition("::")[0] == test for known in reasons):
                    reasons[test] = Reason(FAR, file)
    return {test: reason for test, reason in reasons.items() if _exists(test)}


def _exists(test: str) -> bool:
    return Path(test.partition("::")[0]).exists()


def ranked(reasons: Reasons, seconds: Mapping[str, float]) -> list[str]:
    """Return tests with the nearest first; of those at one distance, the quickest.

    ``seconds`` has what they took last time; one that has not run comes after the others.
    """
    return sorted(reasons, key=lambda test: (reasons[test].distance, seconds.get(test, 1e9), test))


def seconds_known(times: Path) -> dict[str, float]:
    """Return what tests and test files took, from the times of tests that pytest keeps."""
    tests = json.loads(times.read_text(encoding="utf-8")) if times.exists() else {}
    files: dict[str, float] = {}
    for test, seconds in tests.items():
        file = test.partition("::")[0]
        files[file] = files.get(file, 0.0) + seconds
    return {**tests, **files}


def enough(order: list[str], seconds: Mapping[str, float]) -> int:
    """Return how many of the nearest tests take ``ENOUGH`` seconds in all."""
    total = 0.0
    for number, test in enumerate(order):
        total += seconds.get(test, UNKNOWN)
        if total > ENOUGH:
            return number + 1
    return len(order)


def main() -> None:
    """Print the choice and the reasons."""
    changed = changed_files(*(sys.argv[1:] or ["HEAD"]))
    reasons = concerned(changed)
    seconds = seconds_known(Path(".pytest_cache/v/sapper/seconds"))
    order = ranked(reasons, seconds)
    print(f"{len(changed)} changed files concern {len(order)} test files, the nearest first:")
    near = enough(order, seconds)
    for test in order[:near]:
        print(f"  {test}  ({reasons[test].file})")
    if near < len(order):
        print(f"{len(order) - near} more test files, farther from the change, would take too long")


if __name__ == "__main__":
    main()
