"""The pages of the repository and their contents: blocks of code, commands, links."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path

from tests.cli.runs import run as sapper
from tests.sources import ROOT

DOCS = ROOT / "docs"
BESIDE = (
    *("README.md", "CONTRIBUTING.md", "CHANGELOG.md"),
    *("bench/README.md", "papers/README.md", "examples/README.md"),
)
PAGES = sorted(
    [
        *DOCS.rglob("*.md"),
        *(ROOT / name for name in BESIDE),
        *(ROOT / "experiments").glob("*.md"),
    ]
)

#: Studies and their sizes: the tests play a hundred games.
MANY = re.compile(r"--games (?!1000\b)\d{4,}")
#: Limits of time that are used up: the tests wait for two seconds.
LIMIT = re.compile(r"--seconds \d{2,}")
UVW = re.compile(r"\./uvw run (--(?:group|extra) \w+ )?")
ALONE = re.compile(r"sapper (?:[^|&;<>'\"]|'[^']*')*")
#: Commands that take seconds or minutes: only their options are checked.
LONG = (
    "sapper learn minesweeper",
    "sapper site build/site",
    "sapper site --kernel build/site",
    "sapper experiment bssuct-table-2 --games 5",
    "sapper experiment bssuct-ablation",
    "sapper experiment bssuct-samplers",
    "sapper experiment planning",
    "sapper experiment published-rates",
    "sapper experiment regret",
    "sapper experiment mio-table",
    "sapper experiment limited-minesweeper --level small --games 1000",
)


def named(page: Path) -> str:
    """Return the path of a page in the repository."""
    return str(page.relative_to(ROOT))


def fences(page: Path, language: str) -> list[str]:
    """Return the fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)


def lines(page: Path) -> list[str]:
    """Return the commands of all ``sh`` blocks without comments; of ``a && b`` only the last."""
    found = [line for block in fences(page, "sh") for line in block.splitlines()]
    return [line.partition(" #")[0].rpartition("&& ")[2].strip() for line in found]


@dataclass(frozen=True)
class Done:
    """The exit code and the output of a command."""

    code: int
    output: str
    errors: str


def run(command: str, folder: Path) -> Done:
    """Run a command of a page in a folder; of one that takes long, check only the options.

    A study of ten thousand games or more is run with a hundred, and a limit of ten seconds or more
    is one of two.

    A command that needs no shell runs in this process, in which everything is already loaded.
    """
    command = MANY.sub("--games 100", LIMIT.sub("--seconds 2", UVW.sub("", command)))
    if any(words in command for words in LONG):
        command += " --help"
    if ALONE.fullmatch(command):
        with chdir(folder):
            result = sapper(*shlex.split(command)[1:])
        return Done(result.exit_code, result.stdout, result.stderr)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": path},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def links(page: Path) -> list[str]:
    """Return the targets of a page's links into the repository, without anchors.

    Links in a change that the page shows are those of other pages.
    """
    text = re.sub(r"^```diff\n.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    found = re.findall(r"\]\(([^)#\s]+)[^)]*\)", text)
    return [link for link in found if not link.startswith("http")]
