"""Daggers & Gold: every figure and move that the report on logical agents states, played again.

The games have the report's rules: zeros and gold stay closed, random probes are those of
Java's ``Random``, and a turn opens and marks all cells that a clue settles. Cells are
``[row, column]``; the report writes the column first. Its caption of the game of agent 2 in HARD10
gives the seed 0, but the picture shows the seed 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from sapper.arena import play
from sapper.arena.stats import stratified_mean
from sapper.errors import plural
from sapper.game import MINE, Cell
from sapper.notation import find_world
from sapper.players import Decision, in_whole_turns, player, with_java
from sapper.records import Game
from sapper_papers.gold import PROBE

AGENTS = {1: "logic1", 2: "logic2", 3: "logic3"}  #: the report's agents by number


@dataclass(frozen=True)
class Figure:
    """What the report states of some games, what these games show, and the interval of a mean."""

    what: str
    report: str
    here: str
    games: int = 1
    interval: tuple[float, float] | None = None


@dataclass(frozen=True)
class ReportFigures:
    """The figures of the report beside those of its games played again."""

    figures: tuple[Figure, ...]
    interrupted: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return {"figures": [vars(figure) for figure in self.figures]}

    def flat_rows(self) -> list[dict[str, Any]]:
        """Return the figures as rows with ``low`` and ``high`` of their intervals."""
        rows = []
        for figure in self.figures:
            low, high = figure.interval or ("", "")
            rows.append({**vars(figure), "low": low, "high": high})
            del rows[-1]["interval"]
        return rows


def report_figures(
    games: int, seed: int, progress: Callable[[int, int], object] | None = None
) -> ReportFigures:
    """Return all figures; the means are of ``games`` games with the Java seeds from ``seed`` on."""
    found = [_mean(agent, mean, games, seed, progress) for agent, mean in ((1, "5"), (2, "3"))]
    found += [
        _end("HARD10", 1, 4, "won, 8 random probes, daggers opened: [10, 7]"),
        _end("HARD10", 2, 4, "6 random probes"),
        _end("HARD10", 2, 1, "won, daggers opened: none"),
        _end("EASY1", 1, 0, "won"),
        _end("EASY10", 1, 0, "won"),
        _end("HARD4", 1, 0, "won"),
        _first_cell("MEDIUM2", 2, 0, "sat", (1, 5)),
        _first_cell("CUSTOM2", 3, 0, "gold-sat", (3, 3)),
        _first_cell("HARD10", 3, 1, "gold-scan", (0, 8)),
    ]
    return ReportFigures(tuple(found))


def _play(world: str, agent: int, seed: int) -> Game:
    there = find_world(world)
    closed = replace(there, rules=replace(there.rules, zeros_open=False))
    return play(in_whole_turns(with_java(player(AGENTS[agent]), seed)), closed)


def _probes(game: Game) -> int:
    return sum(step.decision.strategy == PROBE for step in game.steps)


def _mean(
    agent: int, report: str, games: int, seed: int, progress: Callable[[int, int], object] | None
) -> Figure:
    """Compare the mean random probes in HARD10, where the first cell counts as one."""
    probes: dict[int, int] = {}
    for number in range(games):
        made = 1 + _probes(_play("HARD10", agent, seed + number))
        probes[made] = probes.get(made, 0) + 1
        if progress is not None:
            progress(number + 1, games)
    mean, interval = stratified_mean([probes])
    what = f"HARD10, agent {agent}: mean random probes with the first cell"
    return Figure(what, report, f"{mean:.2f}", games, interval)


def _end(world: str, agent: int, seed: int, report: str) -> Figure:
    game = _play(world, agent, seed)
    daggers = [list(cell) for cell in game.position if game.position[cell] == MINE]
    here = f"{game.outcome}, {plural(_probes(game), 'random probe')}, daggers opened: "
    here += ", ".join(map(str, daggers)) or "none"
    return Figure(f"{world}, agent {agent}, seed {seed}", report, here)


def _first_cell(world: str, agent: int, seed: int, strategy: str, cell: Cell) -> Figure:
    """Compare the first cell that a strategy opens."""
    game = _play(world, agent, seed)
    decision = next(d for d in _opened(game) if d.strategy == strategy)
    here = f"opens {list(decision.move.cell)}"
    return Figure(f"{world}, agent {agent}, seed {seed}: {strategy}", f"opens {list(cell)}", here)


def _opened(game: Game) -> list[Decision]:
    return [step.decision for step in game.steps if step.decision.move.action == "open"]
