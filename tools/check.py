"""Runs the checks: ``./check``, ``./check full [--only PART]`` or ``./check changed [BASE]``.

The formatter, the linter, the type checker and the import contract run beside the tests, because
each of them uses one core. Every step says what it checks, how long it took and, if it fails, which
command repeats it. All steps run even if one of them fails; the exit code is 1 then.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UVW = "./uvw" if os.name == "posix" else "sh uvw"
CHECKED = Path("build/checked")  #: the kernel with bounds and overflow checks compiled in
SITE = CHECKED / "site"
STAMP = CHECKED / "stamp"
#: Left out of the quick tier: what takes long, drives a browser, or builds the documentation.
QUICK = "not study and not slow and not browser and not docs"
#: Folders and files without a quick test, which need not even be collected.
NOT_QUICK = ("--ignore=tests/docs", "--ignore-glob=tests/web/test_page_*.py")
FULL = "not study"
KERNEL = "kernel and not study and not statistical"
#: The parts of the full tier that run tests once, by the tests that each of them runs.
PARTS = {
    "tests": "not study and not browser and not docs",
    "browser": "not study and browser",
    "docs": "not study and docs and not browser",
}
#: Many tests wait for programs that they start, so two cores have three workers: each collects all
#: tests first, and starts a browser of its own. Work stealing keeps them busy to the end.
WORKERS = ("--numprocesses", "3", "--dist", "worksteal")
#: Tests of the kernel compute all the time.
KERNEL_WORKERS = ("--numprocesses", "2", "--dist", "worksteal")
#: Within a budget of time the tests run in their order; more workers would collect for longer.
IN_ORDER = ("--numprocesses", "2", "--dist", "load", "--maxschedchunk", "1")
REPORT = ("-rfEs", "--durations=30", "--durations-min=1")
#: The most tests of the page that get a second chance: more have a common cause.
SECOND_CHANCES = 3
PAGE = "tests/web/test_page_"  #: begins the names of these tests
BUDGET = 75.0  #: seconds after which ``./check changed`` starts no test, so that it ends within 90


@dataclass
class Step:
    """A command that checks something, what it does, and what came of it."""

    name: str
    does: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    code: int | None = None
    output: str = ""
    flaky: Sequence[str] = ()  #: tests that failed beside others and passed alone
    quiet: bool = False  #: whether its output matters only if it fails
    after: Step | None = None  #: the step without which this one cannot run

    @property
    def shown(self) -> str:
        """The command line that repeats the step."""
        settings = [f"{name}={value}" for name, value in self.environment.items()]
        return " ".join([*settings, shlex.join(self.command)])

    def alone(self, test: str) -> str:
        """Return the command line that repeats a single test of the step."""
        kernel = [word for word in self.command if word.startswith("--kernel=")]
        command = [*UVW.split(), "run", "--no-sync", "pytest", "-n", "0", *kernel, test]
        return Step(test, "run a test", command, self.environment).shown

    def run(self, live: bool = False) -> None:
        """Run the command, and print its output as it comes if ``live``.

        The output of a quiet step is only printed if it fails. A step fails at once if the step
        that it needs has failed.
        """
        if self.after is not None and self.after.code:
            self.code, self.output = self.after.code, f"not run, because {self.after.name} failed\n"
            return
        started = time.monotonic()
        process = subprocess.Popen(
            self.command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, **self.environment},
        )
        assert process.stdout is not None
        parts = []
        with process.stdout:
            while part := os.read(process.stdout.fileno(), 65536):
                parts.append(part)
                if live and not self.quiet:
                    sys.stdout.write(part.decode(errors="replace"))
                    sys.stdout.flush()
        self.code = process.wait()
        self.output = b"".join(parts).decode(errors="replace")
        self.seconds = time.monotonic() - started
        if live and self.quiet and self.code:
            print(self.output)

    def announce(self, note: str = "") -> None:
        """Print which step begins, and what it does."""
        print(f"\n== {self.name}: {self.does}{note}\n   {self.shown}", flush=True)


def tool(name: str, does: str, *words: str) -> Step:
    """Return a step that runs a tool of the environment."""
    return Step(name, does, [*UVW.split(), "run", "--no-sync", *words])


def suite(does: str, marks: str, *words: str, workers: Sequence[str] = WORKERS) -> Step:
    """Return a step that runs the tests that a marker expression selects."""
    return tool("tests", does, "pytest", *workers, *REPORT, "-m", marks, *words)


def collection(*words: str) -> Step:
    """Return the step that compiles the test modules, which the workers would all do at once."""
    listing = ("--numprocesses", "0", "--collect-only", "--quiet", "--quiet")
    step = tool("collection", "compile the test modules once", "pytest", *listing, *words)
    step.quiet = True
    return step


def static() -> list[Step]:
    """Return the steps that read the code without running it."""
    return [
        tool(
            "format", "compare the files with the formatter's output", "ruff", "format", "--check"
        ),
        tool("lint", "look for frequent mistakes", "ruff", "check"),
        tool(
            "import contract",
            "verify that packages import only those of lower layers",
            "lint-imports",
            "--no-logo",
        ),
        tool("types", "check the types of src and tests", "mypy"),
    ]


def checked_kernel() -> Step | None:
    """Return the step that compiles the checked kernel, or None if its sources are unchanged.

    The modules that are not compiled are copied beside it in either case.
    """
    digest = hashlib.sha256()
    kernel = [file for kind in ("pxd", "py") for file in Path("src").glob(f"**/kernel/**/*.{kind}")]
    for source in [Path("setup.py"), *sorted(kernel)]:
        digest.update(f"{source} {source.stat().st_size}\n".encode())
        digest.update(source.read_bytes())
    stamp = digest.hexdigest()
    if STAMP.exists() and STAMP.read_text() == stamp:
        copy_package()
        return None
    remember = f"printf {stamp} >{STAMP}"
    install = f"{UVW} pip install --quiet --no-deps --target {SITE} ."
    return Step(
        "checked kernel",
        "compile the kernel with bounds, overflow and division checks",
        ["sh", "-c", f"rm -rf {CHECKED} && mkdir -p {CHECKED} && {install} && {remember}"],
        {"SAPPER_KERNEL": "checked"},
    )


def copy_package() -> None:
    """Replace all files of the installed package but the compiled modules by those of ``src``."""
    compiled = tuple(EXTENSION_SUFFIXES)
    installed = SITE / "sapper"
    for file in installed.rglob("*"):
        if file.is_file() and not file.name.endswith(compiled):
            file.unlink()
    without = shutil.ignore_patterns("__pycache__", *(f"*{suffix}" for suffix in compiled))
    shutil.copytree("src/sapper", installed, dirs_exist_ok=True, ignore=without)


def kernel_tests(build: Step | None) -> Step:
    """Return the step that runs the tests of the kernel in the checked build.

    Only the files that name the mark are collected, because collecting all takes long.
    """
    files = sorted(
        str(file)
        for file in Path("tests").rglob("test_*.py")
        if "mark.kernel" in file.read_text(encoding="utf-8")
    )
    does = "run the tests of the kernel with its checks compiled in"
    step = suite(does, KERNEL, f"--kernel={SITE}", *files, workers=KERNEL_WORKERS)
    step.name, step.environment = "tests of the checked kernel", {"PYTHONPATH": str(SITE)}
    step.after = build
    return step


def second_chance(step: Step) -> None:
    """Run the failed tests of a step again, one at a time, if only a few tests of the page failed.

    A browser, a server and other tests compete for the machine. If all pass now, the step counts as
    passed, and the summary names its flaky tests.
    """
    failed = failed_tests(step.output)
    page = all(test.startswith(PAGE) for test in failed)
    if not step.code or not failed or not page or len(failed) > SECOND_CHANCES:
        return
    does = "run the tests of the page that failed again, one at a time"
    again = tool("second chance", does, "pytest", "-n", "0", *failed)
    again.announce()
    again.run(live=True)
    step.seconds += again.seconds
    if again.code == 0:
        step.code, step.flaky = 0, failed


def together(beside: Sequence[Step], foreground: Step, *before: Step) -> None:
    """Run steps one after another in the background while another one runs; print all outputs.

    The steps ``before`` run in the foreground as well.
    """

    def run_all() -> None:
        for step in beside:
            step.run()

    thread = threading.Thread(target=run_all)
    thread.start()
    for step in before:
        step.announce()
        step.run(live=True)
    names = ", ".join(step.name for step in beside)
    foreground.announce(f" (beside them: {names})" if names else "")
    foreground.run(live=True)
    thread.join()
    for step in beside:
        step.announce()
        print(step.output, end="" if step.output.endswith("\n") else "\n")


def counts(steps: Sequence[Step]) -> str:
    """Return the sums of pytest's closing lines: ``N passed, N failed, N skipped``."""
    total = dict.fromkeys(("passed", "failed", "skipped"), 0)
    for step in steps:
        closing = [line for line in step.output.splitlines() if re.search(r" in [\d.]+s", line)]
        for number, word in re.findall(r"(\d+) (\w+)", closing[-1] if closing else ""):
            kind = "failed" if word in ("error", "errors") else word
            if kind in total:
                total[kind] += int(number)
        total["failed"] -= len(step.flaky)
        total["passed"] += len(step.flaky)
    return ", ".join(f"{number} {word}" for word, number in total.items())


def summary(steps: Sequence[Step], started: float) -> int:
    """Print what every step took and how to repeat failures; return the exit code."""
    print(f"\n== summary ({time.monotonic() - started:.0f} s)")
    for step in steps:
        state = "ok    " if step.code == 0 else "FAILED"
        print(f"{state} {step.seconds:6.1f} s  {step.name}")
    for step in steps:
        if step.code != 0:
            print(f"\nTo repeat “{step.name}”: {step.shown}")
            for test in failed_tests(step.output):
                print(f"  {step.alone(test)}")
    print(f"\ntests: {counts(steps)}")
    for test in [test for step in steps for test in step.flaky]:
        print(f"FLAKY {test}: it failed beside other tests and passed alone; find out why")
    print(left_out("\n".join(step.output for step in steps)), end="")
    return int(any(step.code != 0 for step in steps))


def failed_tests(output: str) -> list[str]:
    """Return the names of the tests that pytest's summary reports as failed."""
    return re.findall(r"^(?:FAILED|ERROR) (tests/.+?)(?: - .*)?$", output, re.M)


def chosen_in(output: str) -> list[str]:
    """Return the test files and folders that ``tools/changed.py`` lists."""
    return re.findall(r"^  (tests\S*)", output, re.M)


def left_out(output: str) -> str:
    """Return a sentence about the tests that a change concerns and that the budget left out."""
    files = re.search(r"^(\d+) more test files", output, re.M)
    single = re.search(r"^not run, to keep within the budget: (\d+)", output, re.M)
    parts = [
        *([f"{single[1]} tests of the files above"] if single else []),
        *([f"all tests of {files[1]} files farther from the change"] if files else []),
    ]
    if not parts:
        return ""
    return (
        f"Not run, because of the budget of time: {' and '.join(parts)}. "
        "./check runs the quick ones of them, ./check full all.\n"
    )


def environment() -> Step:
    """Return the step that installs what the other steps need."""
    groups = ["--all-extras", "--group", "dev", "--group", "docs"]
    command = [*UVW.split(), "sync", "--quiet", "--locked", *groups]
    return Step("environment", "install what the checks need", command)


def run_part(part: str, words: Sequence[str]) -> list[Step]:
    """Run one part of the full tier and return its steps."""
    if part == "static":
        steps = static()
    elif part == "kernel":
        build = checked_kernel()
        steps = [*([build] if build else []), kernel_tests(build)]
    else:
        does = f"run the tests with the marks “{PARTS[part]}”"
        steps = [collection(), suite(does, PARTS[part], *words)]
    for step in steps:
        step.announce()
        step.run(live=True)
        if step.name == "tests":
            second_chance(step)
    return steps


def run_full() -> list[Step]:
    """Run everything and return the steps."""
    steps = static()
    build = checked_kernel()
    if build is None:
        print("\n== checked kernel: unchanged since it was compiled")
    else:
        steps.append(build)
    steps.append(kernel_tests(build))
    every = suite("run all tests", FULL)
    collect = collection()
    together(steps, every, collect)
    second_chance(every)
    return [*steps, collect, every]


def run_changed(base: str, started: float) -> list[Step]:
    """Run the tests that a change concerns, the nearest first, and return the steps."""
    beside = static()
    choose = tool(
        "choice of tests", "follow the imports of what changed", "python", "tools/changed.py", base
    )
    choose.announce()
    choose.run()
    print(choose.output, end="")
    chosen = chosen_in(choose.output)
    if choose.code or not chosen:
        chosen = ["tests/test_public_names.py"]
    budget = max(5, round(BUDGET - (time.monotonic() - started)))
    does = f"run the tests that the change concerns, the nearest first, for {budget} s"
    near = suite(does, FULL, f"--budget={budget}", *chosen, workers=IN_ORDER)
    together(beside, near)
    return [*beside, choose, near]


def run(tier: str, base: str = "HEAD", part: str | None = None, words: Sequence[str] = ()) -> int:
    """Run the steps of a tier and return the exit code; ``words`` are more options of pytest."""
    started = time.monotonic()
    sync = environment()
    sync.announce()
    sync.run(live=True)
    if sync.code:
        return summary([sync], started)
    if part is not None:
        steps = run_part(part, words)
    elif tier == "full":
        steps = run_full()
    elif tier == "changed":
        steps = run_changed(base, started)
    else:
        steps = static()
        quick = suite("run the quick tests", QUICK, *words, *NOT_QUICK)
        collect = collection(*NOT_QUICK)
        together(steps, quick, collect)
        steps += [collect, quick]
    return summary([sync, *steps], started)


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
        "that a change concerns, the nearest first, within 90 seconds",
    )
    parser.add_argument("base", nargs="?", default="HEAD", help="changed: compare with this commit")
    parser.add_argument(
        "--only",
        choices=["static", *PARTS, "kernel"],
        help="full: run one part of it; all of them together are the whole tier",
    )
    parser.add_argument(
        "--shard", metavar="K/N", help="run the K-th of N parts of the tests, for N machines"
    )
    given = parser.parse_args(words)
    if given.only and given.tier != "full":
        parser.error("--only names a part of ./check full")
    if given.shard and (given.tier == "changed" or (given.tier == "full" and not given.only)):
        parser.error("--shard divides the tests of ./check or of ./check full --only PART")
    if given.shard and given.only in ("static", "kernel"):
        parser.error(f"--shard divides tests, and --only {given.only} is not divided")
    return given


def main() -> int:
    """Read the command line and run the checks."""
    given = arguments(sys.argv[1:])
    os.chdir(ROOT)
    # Where Python may write no bytecode, as in many containers, each of the hundreds of processes
    # that the tests start would compile every module again: a start takes twice as long.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    words = [f"--shard={given.shard}"] if given.shard else []
    return run(given.tier, given.base, given.only, words)


if __name__ == "__main__":
    sys.exit(main())
