"""A match that a visitor starts, played into a store of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from sapper.arena.experiment.experiment import State, experiment
from sapper.arena.plan.plan import Plan
from sapper.arena.report.parts import games_json
from sapper.arena.report.report import report
from sapper.game import Rules
from sapper.game.rules import First


def show_match(
    tell: Callable[[str, Any], None],
    players: list[str],
    level: str,
    first: First,
    games: int,
    seed: int,
    seconds: float,
    folder: str,
) -> None:
    """Play a match and report ``progress`` …, then ``end`` with a report and all games.

    After ``seconds`` no more games are begun; the report then has those that are finished.
    """

    def standing(state: State) -> None:
        standings = [
            {"player": one.player, "wins": one.wins, "games": one.games} for one in state.standings
        ]
        tell("progress", {"done": state.done, "due": state.due, "standings": standings})

    store = Path(folder) / "match.sqlite"
    plan = Plan("match", tuple(players), (level,), (Rules(first),), games, seed, seconds=seconds)
    experiment(plan, store, command="a match on the page", progress=standing)
    found = report(store).to_json()
    names = [row["player"] for row in found["contests"][0]["players"]]
    played = {name: games_json(store, 0, name, most=games)["games"] for name in names}
    tell("end", {"report": found, "games": played})
