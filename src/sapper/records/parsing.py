"""Reading the text form of a record; ``records.text`` writes it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import asdict

from sapper.errors import InputError, NotationError
from sapper.game import Cell, Deal, Grid, Rules
from sapper.game.rules import First, Signs, WonBy
from sapper.json_input import read_json, read_value, shown
from sapper.players import Pass
from sapper.records.game import Game
from sapper.records.plain import DecisionFields
from sapper.records.shown import codes
from sapper.records.step import Outcome, Step
from sapper.records.text import VERSION, shown_after

OLDEST = 1  #: the oldest version that can be read

G = TypeVar("G", bound=Game)


class _Rules(Struct):
    first: First
    zeros_open: bool
    lives: int
    won_by: WonBy
    signs: Signs = "none"  # older records lack what has a default
    gold_known: bool = False


class _Record(Struct):
    player: str
    seed: int | None
    number: int
    width: int
    height: int
    mines: int
    grid: str
    blocked: tuple[int, ...]
    edges: tuple[tuple[int, int], ...]
    rules: _Rules
    outcome: Outcome
    deal: tuple[int, ...]
    steps: list[Any]
    gold: int = 0
    world: str | None = None

    def fields(self) -> dict[str, Any]:
        """Return the fields of a game but its steps."""
        grid = Grid(
            self.width,
            self.height,
            self.grid,  # type: ignore[arg-type]  # Grid checks the word
            frozenset(self.blocked),
            self.edges,
        )
        return {
            "player": self.player,
            "rules": Rules(**asdict(self.rules)),
            "deal": Deal(grid, self.mines, self.deal, self.gold),
            "outcome": self.outcome,
            "seed": self.seed,
            "number": self.number,
            "world": self.world,
        }


class _Step(DecisionFields, frozen=True, kw_only=True):
    opened: tuple[Cell, ...]
    passed: tuple[tuple[str, str], ...] = ()

    def step(self) -> Step:
        """Return the step of a game."""
        passed = (Pass(strategy, words) for strategy, words in self.passed)
        return Step(self.decision_with(passed), self.opened)


def read(source: str, make: Callable[..., G]) -> G:
    """Read the text of ``text.write`` back; ``make`` builds the record from its fields.

    Raises ``NotationError`` naming the line or the field, and for a game that could not have been
    played, or that did not look as the record says.
    """
    found = read_json(source, dict[str, Any], "a record")
    if found.get("sapper") != "record":
        raise NotationError("this JSON is not a record of sapper")
    version = found.get("version")
    if type(version) is not int or not OLDEST <= version <= VERSION:
        raise NotationError(
            f"the record has version {shown(version)}, this sapper reads {OLDEST} to {VERSION}"
        )
    head = read_value(found, _Record, "the record")
    places = [f"step {number} of the record" for number in range(1, len(head.steps) + 1)]
    steps = [
        read_value(step, _Step, place).step()
        for step, place in zip(head.steps, places, strict=True)
    ]
    try:
        record = make(**head.fields(), steps=tuple(steps))
    except InputError as error:
        raise NotationError(f"the record: {error}") from None
    record.check()
    if version > OLDEST:
        _check_shown(record, ["the record", *places], [found, *head.steps])
    return record


def _check_shown(record: Game, places: list[str], found: list[dict[str, Any]]) -> None:
    """Raise ``NotationError`` if the board did not look as the record says."""
    start = {"cells": codes(next(record.positions()))}
    for place, fields, shows in zip(
        places, found, chain([start], shown_after(record)), strict=True
    ):
        for key, value in shows.items():
            if key not in fields:
                raise NotationError(f"{place} has no '{key}'")
            if not _same(fields[key], value):
                raise NotationError(f"{place} has a '{key}' that does not match the game")


def _same(found: object, value: object) -> bool:
    """Whether a value of JSON is equal to another with the same types: ``true`` is not 1."""
    if isinstance(found, list) and isinstance(value, list):
        return len(found) == len(value) and all(map(_same, found, value))
    return type(found) is type(value) and found == value
