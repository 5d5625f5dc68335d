"""Records: lines of games with a text form, which is JSON with one line per step."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from html import escape
from itertools import chain, pairwise
from math import nan
from typing import Annotated, Any, get_args

from msgspec import Meta, Struct
from msgspec.structs import asdict

from sapper import arguments
from sapper.arguments import instance, several, text, whole
from sapper.errors import InputError, NotationError, listed, plural
from sapper.game import Cell, Deal, Grid, Move, Position, Referee, Rules
from sapper.game.codes import HIDDEN, UNFLAGGED, changed
from sapper.game.drawing import SMALL, Piece, board, inline
from sapper.game.move import Action
from sapper.game.rules import Ending, First, Signs, WonBy
from sapper.game.text import MAX_CHARACTERS, WRITTEN, grid_words, rules_words
from sapper.inference.counting import counter_of
from sapper.inference.status import Status
from sapper.json_input import Digits, convert, describe_json, read_json, read_value, seed_json
from sapper.notation.replays.replay import Presses
from sapper.players import Decision, Pass, Reason
from sapper.players.effort import Effort, effort_of
from sapper.players.tally import Tally
from sapper.records.step import LONGEST_PATH, PEOPLE, Step


def code(position: Position, index: int) -> str:
    """Return the code of the cell with this index."""
    cell = position.cells[index]
    shown = WRITTEN[cell] if cell >= HIDDEN else str(cell)
    sign = position.signs[index] if position.signs else 0
    return f"{shown}+{sign}" if sign else shown


def codes(position: Position) -> list[str]:
    """Return the codes of all cells, row by row."""
    return [code(position, index) for index in range(position.grid.size)]


def changes(before: Position, after: Position) -> list[tuple[int, str]]:
    """Return the cells that a move changed, as ascending indices with their new codes."""
    cells = {*changed(before.cells, after.cells), *changed(before.signs, after.signs)}
    return [(index, code(after, index)) for index in sorted(cells)]


VERSION = 1


@dataclass(frozen=True)
class Record:
    """A line of a game with a text form, ``text``: a JSON object with one line for each step.

    - ``player``: the recipe of the player, or the name of a person.
    - ``rules``, ``deal``: the rules and the deal played.
    - ``steps``: the decisions, each with the cells that it opened.
    - ``outcome``: ``won``, ``lost``, ``passed`` (every strategy passed) or ``unfinished``.
    - ``seed``, ``number``: the source of the deal and of the player's random numbers; ``seed`` is
      None if they have another source.
    - ``world``: the name of the world, or None.
    - ``ended``: when the game of a person ended, or reached its last step, in seconds since the
      epoch; None if unknown.
    - ``presses``: all clicks of a replay, including those without an effect; they are not in the
      text form.

    ``str(record)`` is a summary for people: the player, the board, the rules, the outcome and the
    moves by strategy.

    >>> record = sapper.play("csp", "beginner", seed=1).record
    >>> print(record)
    csp on 9x9x10, seed 1, deal 0
    won with 0 guesses in 27 moves: corner 1, single-point 26
    >>> sapper.Record.parse(record.text) == record
    True
    """

    player: str
    rules: Rules
    deal: Deal
    steps: tuple[Step, ...]
    outcome: Ending
    seed: int | None = None
    number: int = 0
    world: str | None = None
    ended: float | None = None
    presses: Presses | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        text("player", self.player)
        instance("Rules", "rules", self.rules)
        instance("Deal", "deal", self.deal)
        if not all(isinstance(step, Step) for step in several("steps", self.steps)):
            raise InputError("steps: expected values of sapper.Step")
        if text("outcome", self.outcome) not in get_args(Ending):
            endings = listed(get_args(Ending), "or")
            raise InputError(f"outcome: expected {endings}, not {arguments.describe(self.outcome)}")
        whole("number", self.number)
        if self.seed is not None:
            whole("seed", self.seed)
        if self.world is not None:
            text("world", self.world)
        if self.ended is not None:
            arguments.number("ended", self.ended)
        if self.presses is not None:
            instance("Presses", "presses", self.presses)

    def __str__(self) -> str:
        deal = self.deal
        words = [*rules_words(self.rules, Rules()), *grid_words(deal.grid)]
        board = " ".join([f"{deal.grid.width}x{deal.grid.height}x{deal.mines}", *words])
        board += f" with {deal.gold} gold" if deal.gold else ""
        where = f"{self.world}, {board}" if self.world else board
        origin = "" if self.seed is None else f", seed {self.seed}, deal {self.number}"
        chosen = ", ".join(f"{name} {moves}" for name, moves in self.decisions.items())
        moves = plural(len(self.steps), "move") + (f": {chosen}" if chosen else "")
        ended = f"{self.outcome} with {plural(self.guesses, 'guess')}"
        return f"{self.player} on {where}{origin}\n{ended} in {moves}"

    @property
    def mines(self) -> tuple[Cell, ...]:
        """The cells of the mines, row by row; empty if no cell was opened."""
        return tuple(self.deal.grid.cell(i) for i in sorted(self._mines()))

    @property
    def gold(self) -> tuple[Cell, ...]:
        """The cells of the gold, row by row; empty if no cell was opened."""
        if not self.deal.gold or self._first() is None:
            return ()
        return tuple(self.deal.grid.cell(i) for i in sorted(self.deal.gold_indices(self._mines())))

    @property
    def begun(self) -> bool:
        """True if a cell was opened, which is when the mines are laid."""
        return self._first() is not None

    def _first(self) -> Cell | None:
        """Return the first cell opened."""
        opens = (step.decision.move for step in self.steps if step.decision.move.action == "open")
        first = next(opens, None)
        return first.cell if first else None

    def _mines(self) -> frozenset[int]:
        first = self._first()
        if first is None:
            return frozenset()
        return self.deal.mine_indices(self.deal.grid.index(first), self.rules.first)

    @property
    def guesses(self) -> int:
        """The number of moves that could have opened a mine, according to their strategies."""
        return sum(step.decision.guess for step in self.steps)

    @property
    def false_proofs(self) -> int:
        """The number of moves that their strategies called certain, and that were wrong: cells with
        mines opened at a ``mine_probability`` of 0, and other cells flagged at one of 1."""
        if not self.begun:
            return 0  # no mines are placed yet
        mines, index = self._mines(), self.deal.grid.index
        made = (step.decision for step in self.steps)
        return sum(one.false_proof(mine=index(one.move.cell) in mines) for one in made)

    @property
    def decisions(self) -> dict[str, int]:
        """The number of moves by strategy."""
        return dict(sorted(Counter(step.decision.strategy for step in self.steps).items()))

    @property
    def seconds(self) -> float:
        """The time of all moves together."""
        return sum(step.decision.seconds for step in self.steps)

    def tally(self) -> Tally:
        """Return the figures that a match sums over its games."""
        figures = len(self.steps), self.guesses, self.decisions
        return Tally(self.outcome, *figures, false_proofs=self.false_proofs)

    def positions(self) -> Iterator[Position]:
        """Yield the position before the first step and after each step.

        Raises ``IllegalMoveError`` at a step that is not allowed.
        """
        referee = Referee(self.deal, self.rules)
        yield referee.position
        for step in self.steps:
            yield referee.play(step.decision.move)

    def check(self) -> None:
        """Replay the steps. Raises ``NotationError`` if one is impossible."""
        referee = Referee(self.deal, self.rules)
        for number, step in enumerate(self.steps, start=1):
            try:
                referee.play(step.decision.move)
            except InputError as error:
                raise NotationError(f"step {number} of the record: {error}") from None
            if referee.opened != step.opened:
                raise NotationError(
                    f"step {number} of the record: {step.decision.move} opens other cells"
                )
        over, end = self.outcome, referee.position.outcome
        if end != ("playing" if over in ("passed", "unfinished") else over):
            raise NotationError(f"the record says '{over}', but its steps end with '{end}'")

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
        json_form = self.to_json()
        steps = json_form.pop("steps")
        head = ",\n".join(f"{_dump(key)}: {_dump(value)}" for key, value in json_form.items())
        lines = ",\n".join(map(_dump, steps))
        return f'{{\n{head},\n"steps": [\n{lines}\n]\n}}'

    def to_json(self) -> dict[str, Any]:
        """Return the plain values of the text: cells as ``[row, column]``, the deal as indices.

        Raises ``IllegalMoveError`` for a record with a step that is not allowed.
        """
        grid = self.deal.grid
        return {
            "sapper": "record",
            "version": VERSION,
            "player": self.player,
            "seed": seed_json(self.seed),
            "number": self.number,
            "world": self.world,
            **dated(self),
            "width": grid.width,
            "height": grid.height,
            "mines": self.deal.mines,
            "gold": self.deal.gold,
            "grid": grid.kind,
            "blocked": sorted(grid.blocked),
            "edges": grid.edges,
            "rules": _rules_json(self.rules),
            "outcome": self.outcome,
            "moves": len(self.steps),
            "guesses": self.guesses,
            **({"false_proofs": self.false_proofs} if self.false_proofs else {}),
            "decisions": self.decisions,
            "mine_cells": self.mines,
            "gold_cells": self.gold,
            "deal": self.deal.order,
            "cells": codes(next(self.positions())),
            "steps": [
                {**_step_json(step), **after}
                for step, after in zip(self.steps, shown_after(self), strict=True)
            ],
        }

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
            f"record: expected a sapper.Record or its text, not {arguments.describe(record)}"
        )

    @classmethod
    def parse(cls, source: str) -> Record:
        """Read the text form of a record, or its plain values formatted as JSON in any way.

        The game is replayed. Raises ``NotationError`` if the text is not a record, or if the game
        is impossible.
        """
        return read(text("record", source))


MOST_CELLS = 150  #: larger boards are drawn with small cells
FULL = 24  #: side of a cell of other boards, in pixels

#: Shows the layers up to the slider's value, and the text of that step only.
SCRIPT = (
    "const n=+this.value,b=this.closest('.sapper-steps');"
    "b.querySelectorAll('[data-step]').forEach(e=>{e.style.display="
    "(e.tagName==='P'?+e.dataset.step===n:+e.dataset.step<=n)?'':'none'})"
)


def stepper(game: Record) -> str:
    """Return the game as an HTML fragment. Raises ``IllegalMoveError`` for an illegal step."""
    positions = list(game.positions())
    side = SMALL if game.deal.grid.size > MOST_CELLS else FULL
    start = board(positions[0], side)
    layers = [start.svg]
    for number, (before, after) in enumerate(pairwise(positions), start=1):
        cells = set(map(after.grid.cell, changed(before.cells, after.cells)))
        drawn = board(after, side, only=cells)
        layers.append(f'<g data-step="{number}">{drawn.svg}</g>')
    last = len(game.steps)
    words = [f'<p data-step="0" style="display:none">{escape(str(game).splitlines()[0])}</p>']
    for number, step in enumerate(game.steps, start=1):
        hidden = "" if number == last else ' style="display:none"'
        text = escape(f"{number} of {last}: {step}")
        words.append(f'<p data-step="{number}"{hidden}>{text}</p>')
    slider = (
        f'<input type="range" min="0" max="{last}" value="{last}" aria-label="move"'
        f' style="width:min(100%,24rem)" oninput="{SCRIPT}">'
    )
    title = str(game).replace("\n", ": ")
    svg = inline(Piece(start.width, start.height, "".join(layers)), title)
    return f'<div class="sapper-steps">{svg}<div>{slider}</div>{"".join(words)}</div>'


#: Limits on counting, by work and not by time, so that a record is the same on every machine: cells
#: times moves of a game, and the steps and megabytes for one position.
LARGEST, STEPS, MEGABYTES = 5_000_000, 2_000_000, 64


def is_of_person(game: Record) -> bool:
    """Return whether a person made at least one move of a game."""
    return any(step.decision.strategy in PEOPLE for step in game.steps)


def with_risks(game: Record) -> Record:
    """Return a game with the mine probability of each cell that a person opened.

    In worlds with gold, and where counting would take too long, only that of a promised first cell
    is known.
    """
    grid = game.deal.grid
    counted = not game.deal.gold and game.rules.signs == "none"
    counted = counted and grid.size * len(game.steps) <= LARGEST
    steps = list(game.steps)
    for number, (before, _) in enumerate(pairwise(game.positions())):
        if not counted and not before.untouched:
            break
        decision = steps[number].decision
        if decision.strategy not in PEOPLE or not decision.guess:
            continue
        if decision.mine_probability is None:
            risk = _risk(before, grid.index(decision.move.cell)) if counted else None
            known = replace(decision, mine_probability=risk).promised(before)
            steps[number] = replace(steps[number], decision=known)
    return replace(game, steps=tuple(steps))


def _risk(position: Position, index: int) -> float | None:
    """Return the mine probability of a hidden cell; None if the position is too hard to count."""
    counter, cells = counter_of(position.grid), position.cells.translate(UNFLAGGED)
    status = counter.count(cells, position.mines, float("inf"), MEGABYTES, STEPS)
    return counter.risk(index) if status == Status.OK else None


def dated(record: Record) -> dict[str, Any]:
    """Return when a game ended and how long it took; nothing if that is unknown."""
    if record.ended is None:
        return {}
    date = datetime.fromtimestamp(record.ended, UTC)
    return {
        "date": date.isoformat(timespec="milliseconds"),
        "seconds": round(record.seconds, 3),
    }


def shown_after(record: Record) -> Iterator[dict[str, Any]]:
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


class _Rules(Struct):
    first: First
    zeros_open: bool
    lives: int
    won_by: WonBy
    signs: Signs
    gold_known: bool
    variant: str = ""


def _rules_json(rules: Rules) -> dict[str, Any]:
    values = {name: getattr(rules, name) for name in _Rules.__struct_fields__}
    return {name: value for name, value in values.items() if name != "variant" or value}


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


def read(source: str) -> Record:
    """Read the text of a record.

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
            f"the record has version {describe_json(version)}, and this version of sapper reads"
            f" only version {VERSION}"
        )
    head = read_value(values, _Record, "the record")
    places = [f"step {number} of the record" for number in range(1, len(head.steps) + 1)]
    steps = [
        read_value(step, _Step, place).step()
        for step, place in zip(head.steps, places, strict=True)
    ]
    try:
        record = Record(**head.fields(), steps=tuple(steps))
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


def _check_shown(record: Record, places: list[str], stored: list[dict[str, Any]]) -> None:
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
