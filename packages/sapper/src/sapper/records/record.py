"""Records: games with a text form, which is JSON with one line per step."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain, pairwise
from math import nan
from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import asdict

from sapper import arguments
from sapper.errors import InputError, NotationError
from sapper.game import Cell, Deal, Grid, Move, Position, Rules
from sapper.game.codes import HIDDEN, changed
from sapper.game.move import Action
from sapper.game.rules import Ending, First, Signs, WonBy
from sapper.game.text import MAX_CHARACTERS, WRITTEN
from sapper.json_input import Digits, convert, read_json, read_value, seed_json, shown
from sapper.players import Decision, Pass, Reason
from sapper.players.effort import Effort, effort_of
from sapper.records.game import LONGEST_PATH, PlayedGame, Step, stepper


def code(position: Position, index: int) -> str:
    """Return the code of the cell with this index."""
    cell = position.cells[index]
    if cell >= HIDDEN:
        return WRITTEN[cell]
    sign = position.signs[index] if position.signs else 0
    return f"{cell}+{sign}" if sign else str(cell)


def codes(position: Position) -> list[str]:
    """Return the codes of all cells, row by row."""
    return [code(position, index) for index in range(position.grid.size)]


def changes(before: Position, after: Position) -> list[tuple[int, str]]:
    """Return the cells that a move changed, as ascending indices with their new codes."""
    cells = {*changed(before.cells, after.cells), *changed(before.signs, after.signs)}
    return [(index, code(after, index)) for index in sorted(cells)]


VERSION = 1


def write(record: PlayedGame) -> str:
    """Return the record as readable JSON: the header, then one line for each step."""
    json_form = to_json(record)
    steps = json_form.pop("steps")
    head = ",\n".join(f"{_dump(key)}: {_dump(value)}" for key, value in json_form.items())
    lines = ",\n".join(map(_dump, steps))
    return f'{{\n{head},\n"steps": [\n{lines}\n]\n}}'


def to_json(record: PlayedGame) -> dict[str, Any]:
    """Return the record as plain values: cells as ``[row, column]``, the deal as cell indices.

    Raises ``IllegalMoveError`` for a record with a step that is not allowed.
    """
    grid = record.deal.grid
    return {
        "sapper": "record",
        "version": VERSION,
        "player": record.player,
        "seed": seed_json(record.seed),
        "number": record.number,
        "world": record.world,
        **dated(record),
        "width": grid.width,
        "height": grid.height,
        "mines": record.deal.mines,
        "gold": record.deal.gold,
        "grid": grid.kind,
        "blocked": sorted(grid.blocked),
        "edges": grid.edges,
        "rules": dataclasses.asdict(record.rules),
        "outcome": record.outcome,
        "moves": len(record.steps),
        "guesses": record.guesses,
        **({"false_proofs": record.false_proofs} if record.false_proofs else {}),
        "decisions": record.decisions,
        "mine_cells": record.mines,
        "gold_cells": record.gold,
        "deal": record.deal.order,
        "cells": codes(next(record.positions())),
        "steps": [
            {**_step_json(step), **after}
            for step, after in zip(record.steps, shown_after(record), strict=True)
        ],
    }


def dated(record: PlayedGame) -> dict[str, Any]:
    """Return when a game ended and how long it took; nothing if that is unknown."""
    if record.ended is None:
        return {}
    date = datetime.fromtimestamp(record.ended, UTC)
    return {
        "date": date.isoformat(timespec="milliseconds"),
        "seconds": round(record.seconds, 3),
    }


def shown_after(record: PlayedGame) -> Iterator[dict[str, Any]]:
    """Yield the changes and the state of the board after each step, as in the text form."""
    for before, after in pairwise(record.positions()):
        yield {
            "changed": [[list(after.grid.cell(i)), shows] for i, shows in changes(before, after)],
            "lives_left": after.lives_left,
            "mines_left": after.mines_left,
            "outcome": after.outcome,
        }


def _step_json(step: Step) -> dict[str, Any]:
    return {
        **step.decision.to_json(),
        "passed": [(missed.strategy, missed.words) for missed in step.decision.passed],
        "opened": tuple(step.opened),
        **({"path": [part for ms, cell in step.path for part in (ms, *cell)]} if step.path else {}),
    }


def _dump(value: object) -> str:
    return json.dumps(value, allow_nan=False, ensure_ascii=False)


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
    seed: int | Digits | None
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
    date: Annotated[datetime, Meta(tz=True)] | None = None

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
            "seed": None if self.seed is None else int(self.seed),
            "number": self.number,
            "world": self.world,
            "ended": None if self.date is None else self.date.timestamp(),
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
        return convert(decision.to_json(whole=True), cls)

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
    #: milliseconds, row and column of each cell
    path: Annotated[tuple[Annotated[int, Meta(ge=0)], ...], Meta(max_length=3 * LONGEST_PATH)] = ()

    def step(self) -> Step:
        """Return the step of a game."""
        passed = (Pass(strategy, words) for strategy, words in self.passed)
        times, rows, columns = (self.path[part::3] for part in range(3))
        if not len(times) == len(rows) == len(columns):
            raise NotationError("'path': expected three numbers for each cell")
        path = zip(times, zip(rows, columns, strict=True), strict=True)
        return Step(self.decision_with(passed), self.opened, tuple(path))


def read(source: str, make: Callable[..., G]) -> G:
    """Read the text that ``write`` returns; ``make`` builds the record from its fields.

    Raises ``NotationError``, naming the line or the field, also if the game is impossible or its
    boards differ from those in the record.
    """
    if len(source) > MAX_CHARACTERS:
        raise NotationError(f"a record has at most {MAX_CHARACTERS:,} characters")
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
    path = [cell for step in steps for _, cell in step.path]
    if len(path) > LONGEST_PATH:
        raise NotationError(f"the paths of a record have at most {LONGEST_PATH:,} cells")
    for cell in path:
        record.deal.grid.index(cell)
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


@dataclass(frozen=True)
class Record(PlayedGame):
    """A game with a text form, ``text``: a JSON object with one line for each step.

    ``str(record)`` is a summary for people: the player, the board, the rules, the outcome and the
    moves by strategy.

    >>> record = sapper.play("csp", "beginner", seed=1).record
    >>> print(record)
    csp on 9x9x10, seed 1, deal 0
    won with 0 guesses in 27 moves: corner 1, single-point 26
    >>> sapper.Record.parse(record.text) == record
    True
    """

    def __repr__(self) -> str:
        who, how = str(self).split("\n")
        return f"<Record: {who}, {how}>"

    def _repr_html_(self) -> str:
        """Return a view to step through the game, for notebooks."""
        return stepper(self)

    def rows(self) -> list[dict[str, Any]]:
        """Return the moves as the rows of a table, such as ``pandas.DataFrame(rows)``."""
        return [
            {
                "move": number,
                "action": step.decision.move.action,
                "row": step.decision.move.cell[0],
                "column": step.decision.move.cell[1],
                "strategy": step.decision.strategy,
                "mine_probability": step.decision.mine_probability,
                "guess": step.decision.guess,
                "opened": len(step.opened),
                "seconds": step.decision.seconds,
            }
            for number, step in enumerate(self.steps, start=1)
        ]

    @property
    def text(self) -> str:
        """The text form; ``Record.parse`` reads it back.

        It contains all reasons, which are worked out when they are first read: that takes much
        longer than the game itself.
        """
        return write(self)

    def to_json(self) -> dict[str, Any]:
        """Return the plain values of the text: cells as ``[row, column]``, the deal as indices.

        Raises ``IllegalMoveError`` for a record with a step that is not allowed.
        """
        return to_json(self)

    @classmethod
    def of(cls, record: Record | str) -> Record:
        """Return the record itself, or parse its text.

        Raises ``InputError`` for anything else, and the errors of ``parse``.
        """
        if isinstance(record, Record):
            return record
        if isinstance(record, str):
            return cls.parse(record)
        raise InputError(
            f"record: expected a sapper.Record or its text, not {arguments.shown(record)}"
        )

    @classmethod
    def parse(cls, source: str) -> Record:
        """Read the text form of a record, or its plain values formatted as JSON in any way.

        The game is replayed. Raises ``NotationError`` if the text is not a record, or if the game
        is impossible.
        """
        return read(arguments.text("record", source), cls)
