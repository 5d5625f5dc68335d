"""Whole games step by step, recorded or in play, as JSON for the page."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated

from msgspec import Meta

from sapper.arena.match.playing import begun, ended, turns
from sapper.game import Cell, Chance, Move
from sapper.game.codes import HIDDEN
from sapper.game.deal import PLAYS
from sapper.game.rules import Ending
from sapper.history.entry import level_name
from sapper.players import Decision, Reason
from sapper.players import player as read_recipe
from sapper.records.game import Step
from sapper.records.record import Record
from sapper.study.session.counts import HINT
from sapper.web.http.fields import Answer, Tell
from sapper.web.views.board import BoardJson, StepJson, TruthJson
from sapper.web.views.setup import Dealing, dealt

Seed = Annotated[
    int | None, Meta(description="null for a game without a seed, and while the seed is secret")
]


class ReplayStartJson(Answer, kw_only=True):
    """A game before its first step."""

    board: BoardJson
    player: str
    seed: Seed
    number: int
    level: str


class ReplayEndJson(Answer, kw_only=True):
    """The summary of a game, with the mines and gold if it is over."""

    outcome: Ending
    moves: int
    guesses: int
    seconds: float
    decisions: dict[str, int]
    seconds_by_strategy: dict[str, float]
    truth: TruthJson | None

    @classmethod
    def of(cls, record: Record) -> ReplayEndJson:
        """Return the summary of a record."""
        over = record.outcome != "unfinished"
        seconds: dict[str, float] = dict.fromkeys(record.decisions, 0.0)
        for step in record.steps:
            seconds[step.decision.strategy] += step.decision.seconds
        return cls(
            outcome=record.outcome,
            moves=len(record.steps),
            guesses=record.guesses,
            seconds=sum(seconds.values()),
            decisions=record.decisions,
            seconds_by_strategy=seconds,
            truth=TruthJson.of(record.mines, record.gold) if over else None,
        )


class ReplayJson(ReplayStartJson, kw_only=True):
    """A game from its beginning: the board before the first step, and every step."""

    steps: list[StepJson]
    end: ReplayEndJson

    @classmethod
    def of(cls, record: Record) -> ReplayJson:
        """Return the game of a record."""
        positions = list(record.positions())
        rows = zip(record.steps, pairwise(positions), strict=True)
        return cls(
            board=BoardJson.of(positions[0]),
            player=record.player,
            seed=record.seed,
            number=record.number,
            level=record.world or level_name(record.deal, None),
            steps=[
                StepJson.of(step, number, before, after)
                for number, (step, (before, after)) in enumerate(rows, start=1)
            ],
            end=ReplayEndJson.of(record),
        )


class PaceJson(Answer):
    """After each move that opened cells, the seconds since the first one, and the share of the safe
    cells that were open."""

    points: list[tuple[float, float]]


GHOST_SECONDS = 1.0  #: per move of a player to race against


def ghost(player: str, record: Record, hints: int) -> PaceJson:
    """Return how fast a player would open the board of a game that has begun, one move a second.

    It continues after the ``hints`` and the first cell that the visitor opened, so that both play
    the same board.
    """
    moves = [step.decision.move for step in record.steps]
    first = [move.cell for move in moves if move.action == "open"][: hints + 1]
    safe = record.deal.grid.size - record.deal.mines
    found = [
        (number * GHOST_SECONDS, sum(code < HIDDEN for code in turn.after.cells) / safe)
        for number, turn in enumerate(turns(player, record.rules, record.deal, hints=first), 1)
    ]
    return PaceJson(found)


def show_game(tell: Tell, recipe: str, setup: Dealing, opened: Cell | None = None) -> None:
    """Let a player play a game, and report its ``start``, each ``step`` and its ``end``.

    If a cell is ``opened`` for the player, that counts as its first move, but is not reported.
    """
    player = read_recipe(recipe)
    world, seed, number = dealt(setup)
    game = begun(world.rules, world.deal, world.hints)
    hints, steps = world.hints, list[Step]()
    if opened is not None:
        game.open(opened)
        reason = Reason(HINT, "opened before the first move")
        steps.append(Step(Decision(Move("open", opened), HINT, reason, 0.0), game.opened))
        hints = (*hints, opened)
    last = game.position
    start = ReplayStartJson(
        board=BoardJson.of(last),
        player=str(player),
        seed=seed,
        number=number,
        level=world.name or level_name(world.deal, None),
    )
    tell("start", start)
    luck = Chance(seed, PLAYS, number)
    for turn in turns(player, world.rules, world.deal, luck, hints=hints):
        steps.append(turn.step)
        last = turn.after
        tell("step", StepJson.of(turn.step, len(steps), turn.before, turn.after))
    record = Record(str(player), world.rules, world.deal, tuple(steps), ended(last))
    tell("end", ReplayEndJson.of(record))
