"""Draws docs/picture.svg: what ``sapper analyse`` prints of a guess in an expert game.

Run ``./uvw run python docs/picture.py`` after the look of a board has changed.
"""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

import sapper

SEED = 29  #: an expert game that has to guess in its middle
COLUMNS = 98
PICTURE = Path(__file__).with_name("picture.svg")


def guess() -> sapper.Position:
    """The position before the first guess once half of the board is open."""
    level = sapper.LEVELS["expert"]
    deal = sapper.Deal.seeded(level.grid, level.mines, SEED)
    record = sapper.play("swift", sapper.Rules(), deal)
    for step, position in zip(record.steps, record.positions(), strict=False):
        if step.decision.guess and len(position.hidden) < level.grid.size / 2:
            return position
    raise SystemExit(f"the game of seed {SEED} has no such guess any more: take another")


def printed(position: sapper.Position) -> str:
    """What the program prints of it in a terminal of that width."""
    colours = {"FORCE_COLOR": "1", "COLORTERM": "truecolor", "COLUMNS": str(COLUMNS)}
    done = subprocess.run(
        [sys.executable, "-m", "sapper", "analyse"],
        input=str(position),
        env={**os.environ, "TERM": "xterm-256color", **colours},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def draw(output: str) -> str:
    """Terminal output as an SVG that asks the net for nothing."""
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True)
    console.print(Text.from_ansi(output))
    svg = console.export_svg(title="sapper analyse", unique_id="sapper")
    svg = re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    return svg.replace("font-family: Fira Code, monospace", "font-family: monospace")


if __name__ == "__main__":
    PICTURE.write_text(draw(printed(guess())), encoding="utf-8")
