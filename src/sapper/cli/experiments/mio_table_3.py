"""``sapper experiment mio-table-3``: proofs of the learned rules, and the games they win."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from sapper.cli.options import OneOf, Whole, as_json

if TYPE_CHECKING:
    from sapper.players.mio.mio import Guess
    from sapper.players.mio.proof import Verdict
    from sapper.players.mio.rules import Rule
    from sapper.works.mio.coverage import Coverage
    from sapper.works.mio.games import Games

NAME = "mio-table-3"
GUESSES: tuple[Guess, ...] = ("random", "probability")
#: Games won in % in Peña Castillo & Wrobel 2003, with random guesses and guesses by probability;
#: 10,000 games of the latter won 60.
PUBLISHED = {("paper", "random"): 52.0, ("paper", "probability"): 57.9}
#: What decided the 15,481 moves of the paper's 1,000 games with random guesses.
MOVES = {"guess": 2762, "S-1": 169, "S-2": 10285, "S-3": 54, "M-1": 2211}
COVERED = (
    ("beginner8", 10),
    ("expert", 1),
)  #: levels, and their multiples of the ``--covered`` games


@dataclass(frozen=True)
class Part:
    """A theory: its rules with proofs, its games with each kind of guess, and its coverage."""

    name: str
    rules: tuple[tuple[Rule, Verdict, str | None], ...]
    games: dict[Guess, Games]
    coverage: dict[str, Coverage]

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "theory": self.name,
            "rules": [
                {
                    "name": rule.name,
                    "rule": str(rule.clause),
                    "sound": verdict.sound,
                    "placings": verdict.placings,
                    "note": verdict.note,
                    "paper": paper,
                }
                for rule, verdict, paper in self.rules
            ],
            "games": {
                guess: {**games.to_json(), "published": PUBLISHED.get((self.name, guess))}
                for guess, games in self.games.items()
            },
            "coverage": {
                level: {
                    "games": found.games,
                    "found": found.found,
                    "missed": found.missed,
                    "share": found.share,
                    "simplest": [
                        {
                            "position": str(one.position),
                            "cell": list(one.position.grid.cell(one.cell)),
                            "clues": [list(one.position.grid.cell(i)) for i in one.clues],
                            "total": one.total,
                        }
                        for one in found.simplest
                    ],
                }
                for level, found in self.coverage.items()
            },
        }


@click.command(epilog=f"\b\nExample:\n  sapper experiment {NAME} --games 1000 --theory paper")
@click.option(
    "--games",
    metavar="N",
    type=Whole(1, 1_000_000),
    default="1000",
    show_default=True,
    help="Number of games of each player.",
)
@click.option(
    "--covered",
    metavar="N",
    type=Whole(1, 1_000_000),
    default="50",
    show_default=True,
    help="Number of expert games to measure coverage on, and ten times as many on 8×8.",
)
@click.option(
    "--theory",
    "theories",
    multiple=True,
    type=OneOf(["paper", "larger"]),
    help="A theory to measure; can be given twice.  [default: both]",
)
@click.option(
    "--seed",
    metavar="N",
    type=Whole(0),
    default="0",
    show_default=True,
    help="Seed for the deals.",
)
@as_json
def command(games: int, covered: int, theories: tuple[str, ...], seed: int, as_json: bool) -> None:
    """The learned rules, and the games they win (Peña Castillo & Wrobel 2003, Table 3 and §5).

    Proves every rule for all boards of squares, and compares it with those of the paper. The rules
    play 8×8 with 10 mines, first move any, with random guesses and with the paper's probability.
    The table shows how many moves each rule decided. Coverage is the share of certain moves that
    the rules find.

    With --json: experiment, games, seed and theories.
    """
    parts = [measured(name, games, covered, seed) for name in theories or ("paper", "larger")]
    if as_json:
        output = {"experiment": NAME, "games": games, "seed": seed}
        click.echo(json.dumps({**output, "theories": [part.to_json() for part in parts]}, indent=2))
    else:
        for part in parts:
            _show(part)


def measured(theory: str, games: int, covered: int, seed: int) -> Part:
    """Prove the rules of a theory, play with them, and measure their coverage."""
    from sapper.players.mio import task as task
    from sapper.players.mio.mio import rules
    from sapper.players.mio.proof import prove
    from sapper.works.mio.coverage import coverage
    from sapper.works.mio.games import LEVEL, play_games

    known = rules(theory)
    examples = {
        target: task.cells(target, level=LEVEL, seed=seed, count=1000)
        for target in {rule.target for rule in known}
    }
    return Part(
        theory,
        tuple(
            (rule, prove(rule.clause), task.paper_name(rule.clause, examples[rule.target]))
            for rule in known
        ),
        {guess: play_games(known, guess, games, seed) for guess in GUESSES},
        {level: coverage(known, level, times * covered) for level, times in COVERED},
    )


def _show(part: Part) -> None:
    from rich import box
    from rich.table import Table

    from sapper.cli.views.screen import screen

    console = screen()
    console.print(f"theory {part.name}", style="bold")
    for rule, verdict, paper in part.rules:
        proof = {True: "true on all boards", False: "refuted", None: verdict.note}[verdict.sound]
        same = f", the paper's {paper}" if paper else ""
        console.print(f"  {rule.name}: {proof}{same}\n    {rule.clause}", soft_wrap=True)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="grey50")
    table.add_column("guesses")
    kinds = ["guess", *(rule.name for rule, _, _ in part.rules)]
    for head in ("games", "won %", "95 %", "published", "CPU ms per game", *kinds):
        table.add_column(head, justify="right", no_wrap=True)
    for guess, games in part.games.items():
        low, high = games.interval
        table.add_row(
            guess,
            f"{games.games:,}",
            f"{100 * games.wins / games.games:.1f}",
            f"{100 * low:.1f}–{100 * high:.1f}",
            f"{PUBLISHED.get((part.name, guess), '')}",
            f"{1000 * games.cpu_seconds / games.games:.1f}",
            *(f"{games.moves[kind]:,}" for kind in kinds),
        )
    if part.name == "paper":
        moves = (f"{MOVES.get(kind, '')}" for kind in kinds)
        table.add_row("random, published", "1000", "52", "", "", "", *moves)
    console.print(table)
    for level, found in part.coverage.items():
        certain = sum(found.found.values()) + found.missed
        console.print(
            f"{level}: {100 * found.share:.2f} % of {certain:,} certain moves found in"
            f" {found.games:,} games; the simplest ones missed:"
        )
        for one in found.simplest:
            grid = one.position.grid
            clues = ", ".join(str(list(grid.cell(i))) for i in one.clues)
            total = " and the number of mines" if one.total else ""
            console.print(f"  {list(grid.cell(one.cell))} is safe because of {clues}{total}:")
            console.print("    " + str(one.position).replace("\n", "\n    "))
