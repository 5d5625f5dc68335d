"""Whole games step by step, as JSON: games that a player plays now, and recorded ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from sapper.arena.match.game import begun, ended, turns
from sapper.game import Chance
from sapper.game.deal import PLAYS
from sapper.players import player as read_recipe
from sapper.records.game import Step
from sapper.records.record import Record
from sapper.web.views.setup import dealt
from sapper.web.views.views import board_json, level_words, step_json, truth_json


def show_game(tell: Callable[[str, Any], None], recipe: str, game: Mapping[str, Any]) -> None:
    """Let a player play a game (fields: see ``setup``); report ``start``, ``step`` …, ``end``.

    The hints of a world are open from the start.
    """
    player = read_recipe(recipe)
    world, seed, number = dealt(game)
    last = begun(world.rules, world.deal, world.hints).position
    start = {
        "board": board_json(last),
        "player": str(player),
        "seed": seed,
        "number": number,
        "level": world.name or level_words(world.deal),
    }
    tell("start", start)
    steps: list[Step] = []
    luck = Chance(seed, PLAYS, number)
    for turn in turns(player, world.rules, world.deal, luck, hints=world.hints):
        steps.append(turn.step)
        last = turn.after
        tell("step", step_json(turn.step, len(steps), turn.before, turn.after))
    made = Record(str(player), world.rules, world.deal, tuple(steps), ended(last))
    tell("end", end_json(made))


def end_json(record: Record) -> dict[str, Any]:
    """Return the summary of a game, with the mines and gold if it is over."""
    over = record.outcome != "unfinished"
    seconds: dict[str, float] = dict.fromkeys(record.decisions, 0.0)
    for step in record.steps:
        seconds[step.decision.strategy] += step.decision.seconds
    return {
        "outcome": record.outcome,
        "moves": len(record.steps),
        "guesses": record.guesses,
        "seconds": sum(seconds.values()),
        "decisions": record.decisions,
        "seconds_by_strategy": seconds,
        "truth": truth_json(record.mines, record.gold) if over else None,
    }


def replay_json(record: Record) -> dict[str, Any]:
    """Return a whole game: the board before the first step, and every step."""
    positions = list(record.positions())
    rows = zip(record.steps, pairwise(positions), strict=True)
    return {
        "board": board_json(positions[0]),
        "player": record.player,
        "seed": record.seed,
        "number": record.number,
        "level": record.world or level_words(record.deal),
        "steps": [
            step_json(step, count, before, after)
            for count, (step, (before, after)) in enumerate(rows, start=1)
        ],
        "end": end_json(record),
    }
