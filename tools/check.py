"""Runs the checks: ``./check``, ``./check full`` or ``./check changed [BASE]``.

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
#: Left out of the quick tiers: what takes long, drives a browser, or builds the documentation.
QUICK = "not study and not slow and not browser and not docs"
#: Many tests wait for programs that they start, so two cores have three workers; work stealing
#: keeps all of them busy to the end.
WORKERS = ("--numprocesses", "3", "--dist", "worksteal")
REPORT = ("-rfEs", "--durations=30", "--durations-min=1")


@dataclass
class Step:
    """A command that checks something, and what came of it."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    code: int | None = None
    output: str = ""

    @property
    def shown(self) -> str:
        """The command line that repeats the step."""
        settings = [f"{name}={value}" for name, value in self.environment.items()]
        return " ".join([*settings, shlex.join(self.command)])

    def alone(self, test: str) -> str:
        """Return the command line that repeats a single test of the step."""
        kernel = [word for word in self.command if word.startswith("--kernel=")]
        command = [*UVW.split(), "run", "--no-sync", "pytest", "-n", "0", *kernel, test]
        return Step(test, command, self.environment).shown

    def run(self, live: bool = False) -> None:
        """Run the command, and print its output as it comes if ``live``."""
        started = time.monotonic()
        process = subprocess.Popen(
            self.command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, **self.environment},
        )
        assert process.stdout is not None
        parts = []
        while part := os.read(process.stdout.fileno(), 65536):
            parts.append(part)
            if live:
                sys.stdout.write(part.decode(errors="replace"))
                sys.stdout.flush()
        self.code = process.wait()
        self.output = b"".join(parts).decode(errors="replace")
        self.seconds = time.monotonic() - started

    def announce(self, note: str = "") -> None:
        """Print which step begins."""
        print(f"\n== {self.name}{note}: {self.shown}", flush=True)


def tool(name: str, *words: str) -> Step:
    """Return a step that runs a tool of the environment."""
    return Step(name, [*UVW.split(), "run", "--no-sync", *words])


def tests(name: str, *words: str, **environment: str) -> Step:
    """Return a step that runs tests."""
    step = tool(name, "pytest", *WORKERS, *REPORT, *words)
    step.environment = environment
    return step


def static() -> list[Step]:
    """Return the steps that read the code without running it."""
    return [
        tool("format", "ruff", "format", "--check"),
        tool("lint", "ruff", "check"),
        tool("import contract", "lint-imports", "--no-logo"),
        tool("types", "mypy"),
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


def together(beside: Sequence[Step], foreground: Step) -> None:
    """Run steps one after another in the background while another one runs; print all outputs."""

    def run_all() -> None:
        for step in beside:
            step.run()

    thread = threading.Thread(target=run_all)
    thread.start()
    foreground.announce(" (the other checks run beside them)")
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
    return int(any(step.code != 0 for step in steps))


def failed_tests(output: str) -> list[str]:
    """Return the names of the tests that pytest's summary reports as failed."""
    return re.findall(r"^(?:FAILED|ERROR) (tests/.+?)(?: - .*)?$", output, re.M)


def chosen_in(output: str) -> list[str]:
    """Return the test files and folders that ``tools/changed.py`` lists."""
    return re.findall(r"^  (tests\S*)", output, re.M)


def run(tier: str, base: str) -> int:
    """Run the steps of a tier and return the exit code."""
    started = time.monotonic()
    groups = ["--all-extras", "--group", "dev", "--group", "docs"]
    sync = Step("environment", [*UVW.split(), "sync", "--quiet", "--locked", *groups])
    sync.announce()
    sync.run(live=True)
    if sync.code:
        return summary([sync], started)
    beside = static()
    steps = [sync, *beside]
    if tier == "full":
        build = checked_kernel()
        if build is None:
            print("\n== checked kernel: unchanged since it was compiled")
        else:
            beside.append(build)
            steps.append(build)
        every = tests("tests", "-m", "not study")
        together(beside, every)
        steps.append(every)
        if build is None or build.code == 0:
            again = tests(
                "tests of the checked kernel",
                *("-m", "kernel and not study", f"--kernel={SITE}"),
                PYTHONPATH=str(SITE),
            )
            again.announce()
            again.run(live=True)
            steps.append(again)
        return summary(steps, started)
    words = ["-m", QUICK]
    if tier == "changed":
        choose = tool("choice of tests", "python", "tools/changed.py", base)
        choose.announce()
        choose.run()
        print(choose.output, end="")
        steps.append(choose)
        chosen = chosen_in(choose.output)
        if choose.code or not chosen:
            chosen = ["tests/test_public_names.py"]
        words = ["-m", "not study and not slow", *chosen]
    quick = tests("tests", *words)
    together(beside, quick)
    return summary([*steps, quick], started)


def main() -> int:
    """Read the command line and run the checks."""
    parser = argparse.ArgumentParser(prog="./check", description=__doc__.split("\n")[0])
    parser.add_argument(
        "tier",
        nargs="?",
        choices=["quick", "full", "changed"],
        default="quick",
        help="quick (default): everything but slow, browser and documentation tests; full: all "
        "tests, and those of the kernel once more with all checks compiled in; changed: the tests "
        "that a change concerns",
    )
    parser.add_argument("base", nargs="?", default="HEAD", help="changed: compare with this commit")
    given = parser.parse_args()
    os.chdir(ROOT)
    # Where Python may write no bytecode, as in many containers, each of the hundreds of processes
    # that the tests start would compile every module again: a start takes twice as long.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    return run(given.tier, given.base)


if __name__ == "__main__":
    sys.exit(main())
