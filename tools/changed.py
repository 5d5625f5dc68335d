"""Prints the test files that a change concerns: ``python tools/changed.py [BASE]``.

A test file is concerned if it or a helper that it imports has changed, if it imports a changed
module, directly or through others, or if it belongs to the package of a changed module. Files that
nothing imports concern the tests named in ``PLACES``; any other file concerns all tests.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import grimp

#: Tests of files that nothing imports, by the beginning of their names; the longest one applies.
PLACES = {
    "src/sapper/web/page/": ("tests/page", "tests/web"),
    "docs/": ("tests/docs", "tests/test_readme.py"),
    "README.md": ("tests/docs", "tests/test_readme.py"),
    "CONTRIBUTING.md": ("tests/docs",),
    ".ci/": ("tests/test_check.py",),
    ".github/": (),
    "check": ("tests/test_check.py",),
    "tools/": ("tests/test_check.py",),
    "tests/page/": ("tests/page",),
    "bench/": ("tests/test_bench.py", "tests/test_guesses.py", "tests/test_regret.py"),
    "examples/": ("tests/docs",),
    "experiments/": ("tests/docs",),
}


def changed_files(base: str) -> list[str]:
    """Return the files that differ from a commit, and new ones that git does not ignore."""
    commands = (
        ["git", "diff", "--name-only", base],
        ["git", "ls-files", "--others", "--exclude-standard"],
    )
    return sorted({name for command in commands for name in _lines(command)})


def _lines(command: list[str]) -> list[str]:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def module_of(file: str) -> str:
    """Return the module that a Python file is."""
    parts = Path(file).with_suffix("").parts
    parts = parts[1:] if parts[0] == "src" else parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(file: Path) -> set[str]:
    """Return the modules and names that a file imports, anywhere in it."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


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


def concerned(changed: list[str]) -> dict[str, str]:
    """Return the test files that a change concerns, each with the changed file that is why."""
    reasons: dict[str, str] = {}
    graph = grimp.build_graph("sapper", cache_dir=None)
    why: dict[str, str] = {}
    for file in changed:
        module = module_of(file) if file.endswith((".py", ".pxd")) else ""
        for place in places_of(file, module in graph.modules):
            reasons.setdefault(place, file)
        if not module:
            continue
        why.setdefault(module, file)
        if module in graph.modules:
            package = Path("tests", *module.split(".")[1:2])
            if package.is_dir():
                reasons.setdefault(str(package), file)
            for other in graph.find_downstream_modules(module):
                why.setdefault(other, file)
    files = {module_of(str(file)): file for file in Path("tests").rglob("*.py")}
    needed = {name: imports(file) for name, file in files.items()}
    waiting = True
    while waiting:  # helpers import helpers
        waiting = False
        for name, modules in needed.items():
            reason = next((why[module] for module in sorted(modules) if module in why), None)
            if name not in why and reason is not None:
                why[name] = reason
                waiting = True
    for name, file in sorted(files.items()):
        if name in why and file.name.startswith("test_"):
            reasons.setdefault(str(file), why[name])
    folders = [place for place in reasons if Path(place).is_dir()]
    return {
        place: reason
        for place, reason in sorted(reasons.items())
        if Path(place).exists() and not any(place.startswith(f"{folder}/") for folder in folders)
    }


def main() -> None:
    """Print the choice and the reasons."""
    changed = changed_files(*(sys.argv[1:] or ["HEAD"]))
    chosen = concerned(changed)
    print(f"{len(changed)} changed files concern {len(chosen)} test files and folders:")
    for place, reason in chosen.items():
        print(f"  {place}  ({reason})")


if __name__ == "__main__":
    main()
