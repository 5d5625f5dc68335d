"""``sapper experiment mio-table-2``: the effect of macros, greedy search and active learning."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import click

from sapper.cli.options import Seconds, Whole, as_json

if TYPE_CHECKING:
    from sapper.mio import Clause
    from sapper.mio.learning.seeds import Search
    from sapper.mio.learning.settings import Settings
    from sapper.works.mio.games import Games

NAME = "mio-table-2"


@dataclass(frozen=True)
class Setting:
    """A column of Table 2 of Peña Castillo & Wrobel 2003: how to learn, and the published figures
    (clauses explored per search, % of searches cut, rules, % of games won)."""

    name: str
    search: Literal["ida", "greedy"]
    macros: bool
    active: bool
    published: tuple[float, float, float, float]


SETTINGS = (
    Setting("IDA*", "ida", False, False, (3135, 70, 2.8, 42.6)),
    Setting("IDA*+M", "ida", True, False, (1462, 23, 4, 34.0)),
    Setting("AL+IDA*+M", "ida", True, True, (1008, 4, 4, 52.4)),
    Setting("AL+GS+M", "greedy", True, True, (566, 3, 3, 52.0)),
)
#: Random examples for learning that is not active: as many as active learning used in the paper.
EXAMPLES = (40, 34)


@dataclass(frozen=True)
class Row:
    """The theory that one setting learned, and the games it won."""

    setting: Setting
    theory: tuple[Clause, ...]
    refuted: int
    paper: tuple[str, ...]
    searches: tuple[Search, ...]
    seconds: float
    finished: bool
    games: Games

    def to_json(self) -> dict[str, Any]:
        """Plain values; shares are in percent, as in the paper."""
        count = max(1, len(self.searches))
        explored, cut, rules, won = self.setting.published
        return {
            "setting": self.setting.name,
            "searches": len(self.searches),
            "explored": sum(search.explored for search in self.searches) / count,
            "cut": 100 * sum(search.end == "nodes" for search in self.searches) / count,
            "rules": [str(clause) for clause in self.theory],
            "refuted": self.refuted,
            "paper": list(self.paper),
            "seconds": self.seconds,
            "finished": self.finished,
            **self.games.to_json(),
            "published": {"explored": explored, "cut": cut, "rules": rules, "won": won},
        }


@click.command(epilog=f"\b\nExample:\n  sapper experiment {NAME} --games 1000")
@click.option(
    "--games",
    metavar="N",
    type=Whole(1, 1_000_000),
    default="1000",
    show_default=True,
    help="Number of games that each theory plays.",
)
@click.option(
    "--seed",
    metavar="N",
    type=Whole(0),
    default="0",
    show_default=True,
    help="Seed for the examples, the choice among them, and the deals.",
)
@click.option(
    "--seconds",
    metavar="S",
    type=Seconds(),
    default="60",
    show_default=True,
    help="Time limit for learning with each setting; then the rules learned so far play.",
)
@as_json
def command(games: int, seed: int, seconds: float, as_json: bool) -> None:
    """Four ways to learn Minesweeper (Peña Castillo & Wrobel 2003, Table 2).

    The settings are IDA*, IDA* with macros (M), with active learning (AL) instead of 40 + 34
    random examples, and with the greedy search (GS). Reports the clauses explored per search, the
    searches cut at 4,000 clauses, the rules learned, how many of them are refuted, which rules of
    the paper are among them, and how many games the rules win with random guesses (8×8, 10 mines,
    first move any).

    With --json: experiment, games, seed and rows.
    """
    rows = [measured(setting, games, seed, seconds) for setting in SETTINGS]
    if as_json:
        output = {"experiment": NAME, "games": games, "seed": seed}
        click.echo(json.dumps({**output, "rows": [row.to_json() for row in rows]}, indent=2))
    else:
        _show(rows)


def measured(setting: Setting, games: int, seed: int, seconds: float) -> Row:
    """Learn both targets with a setting, and play with the rules learned."""
    from dataclasses import replace

    from sapper.players.mio import task as task
    from sapper.players.mio.examples import TARGETS
    from sapper.players.mio.rules import ruled
    from sapper.works.mio.games import LEVEL, play_games

    settings = replace(
        task.SETTINGS,
        search=setting.search,
        macros=setting.macros,
        seed=seed,
        seconds=seconds / len(TARGETS),
    )
    theory: list[Clause] = []
    searches: list[Search] = []
    paper: list[str] = []
    refuted, spent, finished = 0, 0.0, True
    for target in TARGETS:
        clauses, found, took, done = _learned(setting, target, settings, seed)
        examples = task.cells(target, level=LEVEL, seed=seed, count=1000)
        refuted += sum(verdict.sound is False for _, verdict in task.proved(clauses)[1])
        paper += filter(None, (task.paper_name(clause, examples) for clause in clauses))
        theory += clauses
        searches += found
        spent, finished = spent + took, finished and done
    played = play_games(ruled(theory), "random", games, seed)
    known = tuple(sorted(set(paper)))
    return Row(setting, tuple(theory), refuted, known, tuple(searches), spent, finished, played)


def _learned(
    setting: Setting, target: str, settings: Settings, seed: int
) -> tuple[tuple[Clause, ...], tuple[Search, ...], float, bool]:
    """The rules of a target, the searches, the seconds, and whether learning finished in time."""
    from sapper.mio import learn
    from sapper.players.mio import task as task
    from sapper.players.mio.predicates import background, declared

    if setting.active:
        found = task.learn_target(target, seed=seed, settings=settings)
        rounds = [round.learned for round in found.rounds]
        searches = tuple(search for one in rounds for search in one.searches)
        return found.theory, searches, sum(x.seconds for x in rounds), found.end != "stopped"
    examples = task.sample(target, seed=seed, counts=EXAMPLES)
    learned = learn(background(), declared(target), examples, settings)
    return learned.theory, learned.searches, learned.seconds, learned.finished


def _show(rows: list[Row]) -> None:
    """Print a row per setting, with the published figures in parentheses."""
    from rich import box
    from rich.table import Table

    from sapper.cli.views.screen import screen

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="grey50")
    table.add_column("setting")
    for head in ("explored per search", "cut %", "rules", "refuted", "won %", "95 %", "s"):
        table.add_column(head, justify="right", no_wrap=True)
    table.add_column("of the paper's")
    for row in rows:
        figures = row.to_json()
        explored, cut, rules, won = row.setting.published
        low, high = figures["interval"]
        table.add_row(
            row.setting.name,
            f"{figures['explored']:,.0f} ({explored:,})",
            f"{figures['cut']:.0f} ({cut})",
            f"{len(row.theory)} ({rules})",
            f"{row.refuted}",
            f"{100 * figures['win_rate']:.1f} ({won})",
            f"{100 * low:.1f}–{100 * high:.1f}",
            f"{row.seconds:.1f}" + ("" if row.finished else ", stopped"),
            ", ".join(row.paper) or "none",
        )
    console = screen()
    console.print(table)
    for row in rows:
        console.print(f"{row.setting.name}:")
        for clause in row.theory:
            console.print(f"  {clause}", soft_wrap=True)
