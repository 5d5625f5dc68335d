"""Stores of results for tests: small, with games that were really played."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path

from sapper.arena.match.batch import NumberedDeals, games_of
from sapper.arena.plan.contest import Contest
from sapper.arena.store.ledger import open_ledger
from sapper.arena.store.spans import spans
from sapper.arena.store.store import Run
from sapper.game import Level, Rules

RUN = Run("2026-11-21T17:00:00+00:00", "0.1.0", "a machine", "sapper experiment plan.toml")


def contest(
    plan: str,
    level: str,
    players: Sequence[str],
    games: int,
    rules: Rules | None = None,
    seed: int = 1,
) -> Contest:
    """A contest on seeded deals."""
    board = Level.parse(level)
    return Contest(
        plan, level, board.grid, board.mines, rules or Rules(), seed, None, tuple(players), games
    )


def play_into(path: Path, contest: Contest, games: int | None = None, stopped: str = "") -> None:
    """Play the first games of a contest (by default all) into a store; ``stopped`` is the verdict
    of a stopping rule that then ends it."""
    numbers = range(contest.games if games is None else games)
    orders = None
    if contest.deals is not None:
        orders = tuple(deal.order for deal in islice(contest.deals.deals(), len(numbers)))
    with open_ledger(path, RUN) as ledger:
        (post,) = ledger.enroll(contest.plan, "", [contest])
        played = {
            post.players[str(player)]: games_of(
                player, contest.setup, NumberedDeals(numbers, orders)
            )
            for player in contest.setup.players
        }
        ledger.commit(post.id, numbers, played)
        if stopped:
            ledger.stop(post.id, len(numbers), stopped)


#: The view of all games in a store of format 1.
VIEW_1 = """
CREATE VIEW games AS
SELECT player.recipe AS player, game.number, game.outcome
FROM game JOIN player ON player.id = game.player
"""


def pack_pairs(counts: Mapping[int, int]) -> bytes:
    """Return the decisions of a game as a store of format 1 has them."""
    packed = bytearray()
    for number in (number for pair in counts.items() for number in pair):
        while number >= 0x80:
            packed.append(number & 0x7F | 0x80)
            number >>= 7
        packed.append(number)
    return bytes(packed)


def make_format_1(path: Path) -> None:
    """Turn a store into one of format 1, which has a row for each game."""
    with closing(sqlite3.connect(path)) as db, db:
        for (player,) in db.execute("SELECT id FROM player").fetchall():
            for span in spans(db, player, range(10**9)):
                columns = span.outcomes, span.moves, span.guesses, span.microseconds
                for k, number in enumerate(span.numbers):
                    chosen = zip(span.strategies, span.decisions[k].tolist(), strict=True)
                    decisions = pack_pairs({code: n for code, n in chosen if n})
                    row = player, number, *(int(one[k]) for one in columns), span.run, decisions
                    db.execute("INSERT INTO game_1 VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        db.execute("DROP VIEW games")
        db.execute("DROP VIEW game")
        db.execute("ALTER TABLE game_1 RENAME TO game")
        db.execute("DROP TABLE batch")
        db.execute("DROP TABLE code")
        db.execute(VIEW_1)
        db.execute("PRAGMA user_version = 1")
