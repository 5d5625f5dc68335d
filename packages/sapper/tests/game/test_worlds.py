"""The maps of the coursework: every printed clue agrees with our grids."""

import json

import pytest

from sapper.game import HIDDEN, Deal, Grid, Kind, Referee, Rules
from tests.sources import ROOT

WORLDS = ROOT.parent / "shared" / "worlds"
FILES: dict[str, tuple[Kind, str]] = {  # file: grid and the letter of a mine
    "daggers-and-gold": ("square", "d"),
    "nettle": ("square", "n"),
    "obscured": ("square", "m"),
    "tornado": ("hex", "t"),
}

pytestmark = pytest.mark.skipif(
    not WORLDS.is_dir(), reason=f"no maps in {WORLDS.parent.name}/worlds"
)


def maps(name: str) -> dict[str, list[str]]:
    worlds = json.loads((WORLDS / f"{name}.json").read_text(encoding="utf-8"))
    return {world: rows for world, rows in worlds.items() if not world.startswith("_")}


@pytest.mark.parametrize("name", FILES)
def test_every_printed_clue_is_counted_alike(name: str) -> None:
    kind, mine = FILES[name]
    misprints = json.loads((WORLDS / f"{name}.json").read_text(encoding="utf-8")).get("_bad_clues")
    for world, rows in maps(name).items():
        letters = "".join(rows)
        blocked = frozenset(i for i, letter in enumerate(letters) if letter == "b")
        mines = frozenset(i for i, letter in enumerate(letters) if letter == mine)
        grid = Grid(len(rows[0]), len(rows), kind, blocked)
        rules = Rules(first="any", zeros_open=False, won_by="flagging")
        referee = Referee(Deal.of_mines(grid, mines), rules)
        for index in set(grid.playable) - mines:
            referee.open(grid.cell(index))
        shown = {i: code for i, code in enumerate(referee.position.cells) if code < HIDDEN}
        printed = {i: int(letters[i].replace("g", "0")) for i in shown}
        if world not in (misprints or {}):
            assert shown == printed, world


def test_no_dagger_lies_next_to_gold() -> None:
    for world, rows in maps("daggers-and-gold").items():
        grid, letters = Grid(len(rows[0]), len(rows)), "".join(rows)
        for index, letter in enumerate(letters):
            if letter == "g":
                assert all(letters[i] != "d" for i in grid.neighbour_indices(index)), world
