"""What is measured and how long: one place for every size."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

DESCRIPTION = "Measure what sapper must reach, and print it as tables."


@dataclass(frozen=True)
class Options:
    """Sizes of samples. ``peers`` are (name, command) of other programs that play expert games."""

    subjects: tuple[str, ...]
    peers: tuple[tuple[str, str], ...]
    as_json: bool
    quick: bool
    small: int  #: positions for brute force
    positions: int  #: expert positions
    rounds: int  #: repetitions
    games: int  #: expert games a round
    deals: int  #: deals a level


def read(subjects: tuple[str, ...]) -> Options:
    """The options of the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=DESCRIPTION)
    parser.add_argument("subject", nargs="*", help=f"{', '.join(subjects)}; without any: all")
    parser.add_argument("--quick", action="store_true", help="small samples, below a minute")
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")
    parser.add_argument("--small", type=int, metavar="N", help="positions for brute force")
    parser.add_argument("--positions", type=int, metavar="N", help="expert positions")
    parser.add_argument("--rounds", type=int, metavar="N", help="repetitions of each timing")
    parser.add_argument("--games", type=int, metavar="N", help="expert games a round")
    parser.add_argument("--deals", type=int, metavar="N", help="deals of each level")
    parser.add_argument(
        "--peer",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="a program that plays {games} expert games, first cell safe, and prints how many it"
        " won at the end of its last line; its CPU time is compared",
    )
    found = parser.parse_args()
    unknown = sorted({*found.subject}.difference(subjects))
    if unknown:
        parser.error(f"unknown subject '{unknown[0]}': {', '.join(subjects)}")
    peers = tuple(tuple(peer.split("=", 1)) for peer in found.peer)
    if any(len(peer) != 2 or "{games}" not in peer[1] for peer in peers):
        parser.error("--peer needs NAME=COMMAND with {games} in the command")
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
