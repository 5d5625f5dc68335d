"""Read the text form of a record and the JSON of decisions, which ``records.text`` writes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from math import nan
from typing import Any, TypeVar

from msgspec import Struct, convert
from msgspec.structs import asdict

from sapper.errors import InputError, NotationError
from sapper.game import Cell, Deal, Grid, Move, Rules
from sapper.game.move import Action
from sapper.game.rules import Ending, First, Signs, WonBy
from sapper.json_input import read_json, read_value, shown
from sapper.players import Decision, Pass, Reason
from sapper.players.effort import Effort, effort_of
from sapper.records.game import PlayedGame, Step
from sapper.records.text import VERSION, codes, decision_json, shown_after

G = TypeVar("G", bound=PlayedGame)


class _Rules(Struct):
    first: First
    zeros_open: bool
    lives: int
    won_by: WonBy
    signs: Signs
    gold_known: bool


class _Record(Struct):
    player: str
    seed: int | None
    number: int
    world: str | None
    width: int
    height: int
    mines: int
    gold: int
    grid: str
    blocked: tuple[int, ...]
    edges: tuple[tuple[int, int], ...]
    rules: _Rules
    outcome: Ending
    deal: tuple[int, ...]
    steps: list[Any]

    def fields(self) -> dict[str, Any]:
        """Return the fields of a game except its steps."""
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


class DecisionFields(Struct, frozen=True):
    """The fields that every JSON form of a decision has."""

    action: Action
    cell: Cell
    strategy: str
    kind: str
    reason: str
    clues: tuple[Cell, ...]
    mines: tuple[Cell, ...]
    considered: tuple[tuple[Cell, float | None], ...]
    mine_probability: float | None
    seconds: float

    def decision_with(self, passed: Iterable[Pass], effort: Effort | None = None) -> Decision:
        """Return the decision with fields that not every JSON form has."""
        considered = tuple((cell, nan if f is None else f) for cell, f in self.considered)
        return Decision(
            Move(self.action, self.cell),
            self.strategy,
            Reason(self.kind, self.reason, self.clues, self.mines, considered),
            self.mine_probability,
            self.seconds,
            tuple(passed),
            effort,
        )


class PassFields(Struct, frozen=True):
    """A strategy that passed, and its reason."""

    strategy: str
    words: str


class WholeDecision(DecisionFields, frozen=True):
    """The fields of a decision written with ``whole=True``."""

    guess: bool
    passed: tuple[PassFields, ...]
    effort: dict[str, Any] | None

    @classmethod
    def of(cls, decision: Decision) -> WholeDecision:
        """Return the fields of a decision."""
        return convert(decision_json(decision, whole=True), cls)

    @property
    def decision(self) -> Decision:
        """The decision. Raises ``NotationError`` for an unknown form of effort."""
        try:
            effort = None if self.effort is None else effort_of(self.effort)
        except (KeyError, TypeError, ValueError):
            raise NotationError("'effort': expected that of a decision") from None
        return self.decision_with((Pass(one.strategy, one.words) for one in self.passed), effort)


class _Step(DecisionFields, frozen=True):
    passed: tuple[tuple[str, str], ...]
    opened: tuple[Cell, ...]

    def step(self) -> Step:
        """Return the step of a game."""
        passed = (Pass(strategy, words) for strategy, words in self.passed)
        return Step(self.decision_with(passed), self.opened)


def read(source: str, make: Callable[..., G]) -> G:
    """Read the text that ``text.write`` returns; ``make`` builds the record from its fields.

    Raises ``NotationError``, naming the line or the field, also if the game is impossible or its
    boards differ from those in the record.
    """
    values = read_json(source, dict[str, Any], "a record")
    if values.get("sapper") != "record":
        raise NotationError("this JSON is not a record of sapper")
    version = values.get("version")
    if type(version) is not int or version != VERSION:
        raise NotationError(
            f"the record has version {shown(version)}, and this version of sapper reads only"
            f" version {VERSION}"
        )
    head = read_value(values, _Record, "the record")
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
    _check_shown(record, ["the record", *places], [values, *head.steps])
    return record


def _check_shown(record: PlayedGame, places: list[str], stored: list[dict[str, Any]]) -> None:
    """Raise ``NotationError`` if the boards differ from those in the record."""
    start = {"cells": codes(next(record.positions()))}
    for place, fields, shows in zip(
        places, stored, chain([start], shown_after(record)), strict=True
    ):
        for key, value in shows.items():
            if key not in fields:
                raise NotationError(f"{place} has no '{key}'")
            if not _same(fields[key], value):
                raise NotationError(f"{place} has a '{key}' that does not match the game")


def _same(a: object, b: object) -> bool:
    """Return whether two JSON values are equal and of the same types: ``true`` is not 1."""
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(_same, a, b))
    return type(a) is type(b) and a == b
