"""The text form of a record: JSON, version 2, with a line for every step.

In version 2 each step lists the changed cells, the lives and mines left and the state of the game,
so that a viewer needs no rules. Version 1, without these, can still be read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import chain, pairwise
from math import nan
from typing import Any, NoReturn, TypeVar, get_args

from sapper.errors import InputError, NotationError
from sapper.game import Cell, Deal, Grid, Move, Rules
from sapper.game.move import Action
from sapper.players import Decision, Pass, Reason
from sapper.players.native.native import Ending
from sapper.records.game import PlayedGame
from sapper.records.plain import decision_json, rules_json
from sapper.records.shown import changes, codes
from sapper.records.step import Step

VERSION = 2
OLDEST = 1  #: the oldest version that can be read

T = TypeVar("T")
G = TypeVar("G", bound=PlayedGame)


def write(record: PlayedGame) -> str:
    """Return the record as readable JSON: the head, then one line for each step."""
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
        "seed": record.seed,
        "number": record.number,
        "world": record.world,
        "width": grid.width,
        "height": grid.height,
        "mines": record.deal.mines,
        "gold": record.deal.gold,
        "grid": grid.kind,
        "blocked": sorted(grid.blocked),
        "edges": grid.edges,
        "rules": rules_json(record.rules),
        "outcome": record.outcome,
        "moves": len(record.steps),
        "guesses": record.guesses,
        "decisions": record.decisions,
        "mine_cells": record.mines,
        "gold_cells": record.gold,
        "deal": record.deal.order,
        "cells": codes(next(record.positions())),
        "steps": [
            {**_step_json(step), **shown}
            for step, shown in zip(record.steps, _shown(record), strict=True)
        ],
    }


def _shown(record: PlayedGame) -> Iterator[dict[str, Any]]:
    """Yield the state of the board after each step of a game."""
    for before, after in pairwise(record.positions()):
        yield {
            "changed": [[list(after.grid.cell(i)), shows] for i, shows in changes(before, after)],
            "lives_left": after.lives_left,
            "mines_left": after.mines_left,
            "outcome": after.outcome,
        }


def _step_json(step: Step) -> dict[str, Any]:
    return {
        **decision_json(step.decision),
        "passed": [(missed.strategy, missed.words) for missed in step.decision.passed],
        "opened": step.opened,
    }


def _dump(value: object) -> str:
    return json.dumps(value, allow_nan=False, ensure_ascii=False)


def read(source: str, make: Callable[..., G]) -> G:
    """Read the text of ``write`` back; ``make`` builds the record from its fields.

    Raises ``NotationError`` naming the line or the field, and for a game that could not have been
    played, or that did not look as the record says.
    """
    try:
        found = json.loads(source, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise NotationError(f"{where}: expected a record as JSON, this is not valid JSON") from None
    except (ValueError, RecursionError):
        raise NotationError(
            "expected a record as JSON with finite numbers and moderate nesting"
        ) from None
    head = _Fields(found, "the record")
    if head.get("sapper", str) != "record":
        raise NotationError("this JSON is not a record of sapper")
    version = head.get("version", int)
    if not OLDEST <= version <= VERSION:
        raise NotationError(
            f"the record has version {version}, this sapper reads {OLDEST} to {VERSION}"
        )
    try:
        record = make(**_fields(head))
    except NotationError:
        raise
    except InputError as error:
        raise NotationError(f"the record: {error}") from None
    record.check()
    if version > OLDEST:
        _check_shown(record, head)
    return record


def _check_shown(record: PlayedGame, head: _Fields) -> None:
    """Raise ``NotationError`` if the board did not look as the record says."""
    start = {"cells": codes(next(record.positions()))}
    for fields, shown in zip([head, *_steps(head)], chain([start], _shown(record)), strict=True):
        for key, value in shown.items():
            if not _same(fields.one(key, lambda found: found), value):
                raise NotationError(f"{fields.place} has a '{key}' that does not match the game")


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _fields(head: _Fields) -> dict[str, Any]:
    rules = _Fields(head.get("rules", dict), "'rules' of the record")
    grid = Grid(
        head.get("width", int),
        head.get("height", int),
        head.get("grid", str),  # type: ignore[arg-type]  # Grid checks the word
        frozenset(head.many("blocked", _integer)),
        tuple(head.many("edges", _pair)),
    )
    return {
        "player": head.get("player", str),
        "rules": Rules(
            rules.get("first", str),  # type: ignore[arg-type]  # Rules checks the words
            rules.get("zeros_open", bool),
            rules.get("lives", int),
            rules.get("won_by", str),  # type: ignore[arg-type]
            rules.get("signs", str, "none"),  # type: ignore[arg-type]
            rules.get("gold_known", bool, False),
        ),
        "deal": Deal(
            grid,
            head.get("mines", int),
            tuple(head.many("deal", _integer)),
            head.get("gold", int, 0),
        ),
        "steps": tuple(map(_step, _steps(head))),
        "outcome": head.word("outcome", get_args(Ending)),
        "seed": head.optional("seed", _integer),
        "number": head.get("number", int),
        "world": head.optional("world", _string) if "world" in head.found else None,
    }


def _same(found: object, value: object) -> bool:
    """Whether a value of JSON is equal to another with the same types: ``true`` is not 1."""
    if isinstance(found, list) and isinstance(value, list):
        return len(found) == len(value) and all(map(_same, found, value))
    return type(found) is type(value) and found == value


def _steps(head: _Fields) -> list[_Fields]:
    steps = enumerate(head.get("steps", list), start=1)
    return [_Fields(step, f"step {number} of the record") for number, step in steps]


def _step(step: _Fields) -> Step:
    action: Action = step.word("action", get_args(Action))
    reason = Reason(
        step.get("kind", str),
        step.get("reason", str),
        tuple(step.many("clues", _pair)),
        tuple(step.many("mines", _pair)),
        tuple(step.many("considered", _considered)),
    )
    decision = Decision(
        Move(action, step.one("cell", _pair)),
        step.get("strategy", str),
        reason,
        step.optional("mine_probability", _number),
        step.one("seconds", _number),
        tuple(step.many("passed", _pass)) if "passed" in step.found else (),
    )
    return Step(decision, tuple(step.many("opened", _pair)))


class _Fields:
    """A JSON object whose fields are read by type; errors call it ``place``."""

    def __init__(self, found: object, place: str) -> None:
        if not isinstance(found, dict):
            raise NotationError(f"{place} is not a JSON object")
        self.found, self.place = found, place

    def one(self, key: str, read: Callable[[Any], T]) -> T:
        """Return a field, read by a function that may raise ``TypeError`` or ``ValueError``."""
        if key not in self.found:
            raise NotationError(f"{self.place} has no '{key}'")
        try:
            return read(self.found[key])
        except (TypeError, ValueError):
            raise NotationError(f"{self.place} has an unreadable '{key}'") from None

    def get(self, key: str, kind: type[T], absent: T | None = None) -> T:
        """Return a field of exactly this type, so that ``true`` is not a number.

        ``absent`` is the value of a field that older records lack.
        """
        if absent is not None and key not in self.found:
            return absent
        return self.one(key, lambda value: _of(kind, value))

    def optional(self, key: str, read: Callable[[Any], T]) -> T | None:
        """Return a field that may be null."""
        return self.one(key, lambda value: None if value is None else read(value))

    def many(self, key: str, read: Callable[[Any], T]) -> list[T]:
        """Return a field that is a list."""
        return self.one(key, lambda value: [read(item) for item in _of(list, value)])

    def word(self, key: str, words: tuple[Any, ...]) -> Any:
        """Return a field that is one of some words."""
        return self.one(key, lambda value: words[words.index(value)])


def _of(kind: type[T], value: object) -> T:
    if type(value) is not kind:
        raise TypeError(value)
    return value


def _string(value: object) -> str:
    return _of(str, value)


def _integer(value: object) -> int:
    return _of(int, value)


def _number(value: object) -> float:
    return float(value) if type(value) is int else _of(float, value)


def _pair(value: object) -> Cell:
    first, second = _of(list, value)
    return _integer(first), _integer(second)


def _pass(value: object) -> Pass:
    strategy, words = _of(list, value)
    return Pass(_of(str, strategy), _of(str, words))


def _considered(value: object) -> tuple[Cell, float]:
    cell, figure = _of(list, value)
    return _pair(cell), nan if figure is None else _number(figure)
