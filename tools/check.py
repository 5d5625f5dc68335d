"""Runs the checks: ``./check``, ``./check full [--only PART]`` or ``./check changed [BASE]``.

Each step is a command. All steps run even if one fails; the summary then shows the command that
repeats it, and the exit code is 1. The steps that read the code run beside the tests, because each
of them uses one core.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UVW = ["./uvw"] if os.name == "posix" else ["sh", "uvw"]
SITE = "build/checked/site"  #: the kernel with bounds and overflow checks compiled in
#: Left out of the quick tier: what takes long, drives a browser, or builds the documentation.
QUICK = "not study and not slow and not browser and not docs"
#: Folders and files without a quick test, which need not even be collected.
NOT_QUICK = ("--ignore=tests/docs", "--ignore-glob=*/tests/web/test_page_*.py")
#: The folders of all tests.
TESTS = ("tests", "packages", "papers")
CHANGED = "not study and not slow"
FULL = "not study"
KERNEL = "kernel and not study and not statistical"
#: The parts of the full tier that run tests once, by the tests that each of them runs.
PARTS = {
    "tests": "not study and not browser and not docs",
    "browser": "not study and browser",
    "docs": "not study and docs and not browser",
}
#: Many tests wait for programs that they start, so two cores have three workers.
PYTEST = ("pytest", "--dist", "worksteal", "-rfEs", "--durations=30", "--durations-min=1")
SECOND_CHANCES = 3  #: failed tests of the page that run again: more have a common cause


@dataclass
class Step:
    """A command that checks something, and what came of it."""

    name: str
    command: Sequence[str]
    environment: dict[str, str] = field(default_factory=dict)
    code: int = 0
    seconds: float = 0.0
    output: str = ""
    flaky: Sequence[str] = ()  #: tests that failed beside others and passed alone

    def run(self, live: bool = True) -> None:
        """Run the command; print its output as it comes, or all at the end."""
        started, lines = time.monotonic(), [f"\n== {self.name}\n   {self}\n"]
        print(lines[0] * live, end="", flush=True)
        with subprocess.Popen(
            self.command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, **self.environment},
            text=True,
            errors="replace",
        ) as process:
            for line in process.stdout or ():
                lines.append(line)
                print(line * live, end="", flush=True)
        self.code, self.output = process.returncode, "".join(lines)
        self.seconds = time.monotonic() - started
        print("" if live else self.output, end="", flush=True)

    def __str__(self) -> str:
        settings = [f"{name}={value}" for name, value in self.environment.items()]
        return " ".join([*settings, shlex.join(self.command)])


def tool(name: str, *words: str) -> Step:
    """Return a step that runs a tool of the environment."""
    return Step(name, [*UVW, "run", "--no-sync", *words])


def tests(marks: str, *words: str) -> Step:
    """Return a step that runs the tests that a marker expression selects."""
    return tool("tests", *PYTEST, "--numprocesses", "3", "-m", marks, *words)


def static() -> list[Step]:
    """Return the steps that read the code without running it."""
    return [
        tool("format", "ruff", "format", "--check"),
        tool("lint", "ruff", "check"),
        tool("import contract", "lint-imports", "--no-logo"),
        tool("types", "mypy"),
        tool("types of the page", "python", "tools/page_types.py"),
    ]


def kernel() -> list[Step]:
    """Return the steps that compile the checked kernel, where its sources have changed, and run its
    tests. Only the files that name the mark are collected, because collecting all takes long."""
    install = ["pip", "install", "--quiet", "--no-deps", "--reinstall", "--target", SITE]
    compiled = ("sapper", "sapper-formats", "sapper-gym", "sapper-lab", "limited-belief")
    install += [f"./packages/{name}" for name in compiled]
    files = [str(file) for file in tests_of_all() if "mark.kernel" in text(file)]
    words = ["--numprocesses", "2", "-m", KERNEL, f"--kernel={SITE}", *sorted(files)]
    checked = tool("tests of the checked kernel", *PYTEST, *words)
    checked.environment["PYTHONPATH"] = SITE
    return [Step("checked kernel", [*UVW, *install], {"SAPPER_KERNEL": "checked"}), checked]


def text(file: Path) -> str:
    """Return the text of a file."""
    return file.read_text(encoding="utf-8")


def changed_files(base: str) -> list[Path]:
    """Return the files that differ from a commit, and new ones that git does not ignore."""
    commands = (f"diff --name-only {base}", "ls-files --others --exclude-standard")
    answers = [subprocess.check_output(["git", *words.split()], text=True) for words in commands]
    return [Path(name) for answer in answers for name in answer.splitlines()]


def tests_of_all() -> list[Path]:
    """Return the files of tests of all packages."""
    return sorted(file for folder in TESTS for file in Path(folder).rglob("test_*.py"))


def near(file: Path) -> Iterator[str]:
    """Yield the tests near a changed file: those that name its module, those of its package, and
    those of the page that bear its name."""
    parts = list(file.with_suffix("").parts)
    for root in ("src", "tests"):
        if root in parts:
            parts = parts[parts.index(root) + (root == "src") :]
    module = ".".join(parts).removesuffix(".__init__")
    named = re.compile(rf"\b{re.escape(module)}\b" if file.suffix in (".py", ".pxd") else r"\Z.")
    words = {word for part in parts for word in (part, *part.split("-"))}
    packages = {part.removeprefix("sapper_") for part in parts[:-1][:2]}
    if file.suffix in (".js", ".mjs", ".css", ".html"):
        packages = {"page"}
    for test in tests_of_all():
        page = test.stem.removeprefix("test_page_")
        beside = page in words if page != test.stem else test.parent.name in packages - {"tests"}
        if test == file or beside or named.search(text(test)):
            yield str(test)


def concerned(files: Sequence[Path]) -> list[str]:
    """Return the tests near changed files; no test if all are: if nothing is near a file."""
    chosen: set[str] = set()
    for file in files:
        documentation = file.parts[0] in ("docs", "README.md", "CONTRIBUTING.md", "examples")
        more = {"tests/docs"} if documentation else set(near(file))
        if not more:
            return []
        chosen |= more
    return sorted(chosen)


def second_chance(step: Step) -> None:
    """Run the failed tests of a step again, one at a time, if only a few tests of the page failed.

    A browser, a server and other tests compete for the machine. If all pass now, the step counts as
    passed, and the summary names its flaky tests.
    """
    failed = re.findall(r"^(?:FAILED|ERROR) (\S+/tests/.+?)(?: - .*)?$", step.output, re.M)
    page = all("/tests/web/test_page_" in test for test in failed)
    if step.code and page and 0 < len(failed) <= SECOND_CHANCES:
        again = tool("second chance", "pytest", "--numprocesses", "0", *failed)
        again.run()
        step.seconds += again.seconds
        if not again.code:
            step.code, step.flaky = 0, failed


def counts(steps: Sequence[Step]) -> str:
    """Return the sums of pytest's closing lines: ``N passed, N failed, N skipped``."""
    total = dict.fromkeys(("passed", "failed", "skipped"), 0)
    for step in steps:
        closing = [line for line in step.output.splitlines() if re.search(r" in [\d.]+s", line)]
        for number, word in re.findall(r"(\d+) (\w+)", closing[-1] if closing else ""):
            kind = "failed" if word in ("error", "errors") else word
            total[kind] = total.get(kind, 0) + int(number)
        total["failed"] -= len(step.flaky)
        total["passed"] += len(step.flaky)
    return ", ".join(f"{total[word]} {word}" for word in ("passed", "failed", "skipped"))


def summary(steps: Sequence[Step], started: float) -> int:
    """Print what every step took and how to repeat failures; return the exit code."""
    print(f"\n== summary ({time.monotonic() - started:.0f} s)")
    for step in steps:
        print(f"{'FAILED' if step.code else 'ok    '} {step.seconds:6.1f} s  {step.name}")
    for step in steps:
        print(f"\nTo repeat “{step.name}”: {step}\n" if step.code else "", end="")
    print(f"\ntests: {counts(steps)}")
    for test in (test for step in steps for test in step.flaky):
        print(f"FLAKY {test}: it failed beside other tests and passed alone; find out why")
    return int(any(step.code for step in steps))


def plan(given: argparse.Namespace) -> tuple[list[Step], list[Step]]:
    """Return the steps that run beside the others, and those others."""
    words = [f"--shard={given.shard}"] if given.shard else []
    if given.only:
        parts = {"static": static, "kernel": kernel}
        return [], parts[given.only]() if given.only in parts else [
            tests(PARTS[given.only], *words)
        ]
    if given.tier == "full":
        return [*static(), *kernel()], [tests(FULL)]
    chosen = concerned(changed_files(given.base)) if given.tier == "changed" else []
    return static(), [tests(CHANGED, *chosen) if chosen else tests(QUICK, *words, *NOT_QUICK)]


def arguments(words: Sequence[str]) -> argparse.Namespace:
    """Return what a command line asks for, or end the program if that does not exist."""
    parser = argparse.ArgumentParser(prog="./check", description=__doc__.split("\n")[0])
    parser.add_argument(
        "tier",
        nargs="?",
        choices=["quick", "full", "changed"],
        default="quick",
        help="quick (default): everything but slow, browser and documentation tests; full: all "
        "tests, and those of the kernel once more with all checks compiled in; changed: the tests "
        "near a change",
    )
    parser.add_argument("base", nargs="?", default="HEAD", help="changed: compare with this commit")
    parser.add_argument(
        "--only", choices=["static", *PARTS, "kernel"], help="full: run one part of it"
    )
    parser.add_argument("--shard", metavar="K/N", help="run the K-th of N parts of the tests")
    given = parser.parse_args(words)
    if given.only and given.tier != "full":
        parser.error("--only names a part of ./check full")
    if given.shard and not (given.only in PARTS or given.tier == "quick"):
        parser.error("--shard divides the tests of ./check or of ./check full --only PART")
    return given


def main() -> int:
    """Read the command line and run the checks."""
    given, started = arguments(sys.argv[1:]), time.monotonic()
    os.chdir(ROOT)
    # Without bytecode, which many containers switch off, each of the hundreds of processes that the
    # tests start would compile every module again: a start takes twice as long.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    groups = ["--all-extras", "--group", "dev", "--group", "docs"]
    sync = Step("environment", [*UVW, "sync", "--quiet", "--locked", *groups])
    sync.run()
    if sync.code:
        return summary([sync], started)
    beside, steps = plan(given)
    thread = threading.Thread(target=lambda: [step.run(live=False) for step in beside])
    thread.start()
    for step in steps:
        step.run()
        second_chance(step)
    thread.join()
    return summary([sync, *beside, *steps], started)


if __name__ == "__main__":
    sys.exit(main())
