"""The options of ``python -m bench``, and those that several of its commands share."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

DESCRIPTION = "Measure the figures that sapper publishes, and print them as tables."


@dataclass(frozen=True)
class Options:
    """Sample sizes. ``peers`` are (name, command) of other programs that play expert games."""

    subjects: tuple[str, ...]
    peers: tuple[tuple[str, str], ...]
    as_json: bool
    quick: bool
    small: int  #: positions for brute force
    positions: int  #: expert positions
    rounds: int  #: repetitions
    games: int  #: expert games in each round
    deals: int  #: deals on each level


def command(
    module: str, about: str | None, *, as_json: bool = False, **numbers: float
) -> argparse.ArgumentParser:
    """Return the parser of ``python -m MODULE`` with options for numbers, given by their defaults,
    and if ``as_json`` with ``--json``."""
    parser = argparse.ArgumentParser(
        prog=f"python -m {module}",
        description=about,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for name, default in numbers.items():
        parser.add_argument(
            f"--{name}", type=type(default), default=default, metavar="N", help=f"[{default}]"
        )
    if as_json:
        parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    return parser


def add_deals(parser: argparse.ArgumentParser, games: int) -> None:
    """Add the options of commands that play the deals of one level; ``games`` is the default."""
    parser.add_argument("--level", default="expert", help="[expert]")
    parser.add_argument("--first", choices=("any", "safe", "opening"), default="safe")
    parser.add_argument("--games", type=int, default=games, metavar="N", help=f"[{games}]")
    parser.add_argument("--start", type=int, default=0, metavar="N", help="the first deal's number")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes [1]")


def read(package: str, subjects: tuple[str, ...]) -> Options:
    """Read the options from the command line of a package with subjects."""
    parser = command(package, DESCRIPTION, as_json=True)
    parser.add_argument("subject", nargs="*", help=f"{', '.join(subjects)} [all]")
    parser.add_argument("--quick", action="store_true", help="small samples: under a minute")
    parser.add_argument("--small", type=int, metavar="N", help="positions for brute force")
    parser.add_argument("--positions", type=int, metavar="N", help="expert positions")
    parser.add_argument("--rounds", type=int, metavar="N", help="repetitions of each timing")
    parser.add_argument("--games", type=int, metavar="N", help="expert games in each round")
    parser.add_argument("--deals", type=int, metavar="N", help="deals on each level")
    parser.add_argument(
        "--peer",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="another program to compare: it plays {games} expert games, first cell safe, and its"
        " last line of output ends with the number of games won",
    )
    found = parser.parse_args()
    unknown = sorted({*found.subject}.difference(subjects))
    if unknown:
        parser.error(f"unknown subject '{unknown[0]}': expected {', '.join(subjects)}")
    peers = tuple(tuple(peer.split("=", 1)) for peer in found.peer)
    if any(len(peer) != 2 or "{games}" not in peer[1] for peer in peers):
        parser.error("--peer: expected NAME=COMMAND with {games} in the command")
    small, positions, rounds, games, deals = (
        (1000, 100, 3, 300, 500) if found.quick else (20_000, 1000, 7, 2000, 10_000)
    )
    return Options(
        subjects=tuple(found.subject) or subjects,
        peers=peers,
        as_json=found.json,
        quick=found.quick,
        small=found.small or small,
        positions=found.positions or positions,
        rounds=found.rounds or rounds,
        games=found.games or games,
        deals=found.deals or deals,
    )
