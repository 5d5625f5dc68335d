"""A game in the history: its columns for lists, filters and statistics, and its record."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, fields, replace
from hashlib import sha256
from typing import Any, Literal

from sapper.game import Deal, Level
from sapper.game.rules import Ending
from sapper.metrics.figures import figures
from sapper.records import PEOPLE, Record

Origin = Literal["page", "terminal", "import"]
_DRAWN = re.compile(r"-\d+-\d+(-\d+)?\Z", re.ASCII)


@dataclass(frozen=True, kw_only=True)
class HistoryGame:
    """The columns of a game in the history, besides its record.

    ``key`` identifies the game, so that it is stored only once. ``at`` is the time of its end, in
    seconds since the epoch; ``helped`` is the number of moves that agents made, and ``known``
    whether the player could know the mines. ``solved``, ``effective`` and the figures of the board
    are those of ``metrics``, None if undefined. ``number`` is the number of the deal of ``seed``,
    which is None for a board without one. The seed, the figures and the seconds of an unfinished
    game are None, because they would reveal the board.
    """

    key: str
    origin: Origin
    at: float
    player: str
    level: str
    width: int
    height: int
    mines: int
    first: str
    no_guess: bool
    outcome: Ending
    moves: int
    helped: int
    known: bool
    seconds: float | None = None
    seed: int | None = None
    number: int = 0
    bbbv: int | None = None
    solved: int | None = None
    left: int | None = None
    right: int | None = None
    chord: int | None = None
    effective: int | None = None
    openings: int | None = None
    islands: int | None = None
    zini: int | None = None
    human_zini: int | None = None


COLUMNS = tuple(field.name for field in fields(HistoryGame))
#: The columns that ``game_json`` leaves out, or from which it computes others.
HIDDEN_COLUMNS = frozenset({"key", "solved", "left", "right", "chord", "effective", "human_zini"})


def history_game(
    record: Record,
    key: str,
    origin: Origin,
    at: float,
    *,
    player: str | None = None,
    seconds: float | None = None,
    no_guess: bool = False,
    known: bool = False,
    seeded: bool = False,
) -> HistoryGame:
    """Return the history's columns for a game.

    - ``record``: the game so far.
    - ``key``: its key in the history; the same game has the same key.
    - ``origin``: the program in which it was played, or an import.
    - ``at``: the time of its end, in seconds since the epoch.
    - ``player``: the user's name for games played here, in which an agent may have moved as well;
      by default that of the record.
    - ``seconds``: the time on the clock, if known.
    - ``no_guess``: whether the board needs no guess.
    - ``known``: whether the player could know the mines.
    - ``seeded``: whether the seed deals the board.
    """
    grid = record.deal.grid
    over = record.outcome != "unfinished"
    by_agents = sum(
        step.decision.strategy not in (*PEOPLE, "hint") and step.decision.reason.kind != "replay"
        for step in record.steps
    )
    game = HistoryGame(
        key=key,
        origin=origin,
        at=at,
        player=player or record.player,
        level=level_name(record.deal, record.world),
        width=grid.width,
        height=grid.height,
        mines=record.deal.mines,
        first=record.rules.first,
        no_guess=no_guess,
        outcome=record.outcome,
        moves=sum(step.decision.strategy != "hint" for step in record.steps),
        helped=by_agents,
        known=known,
    )
    if not over:
        return game
    game = replace(game, seconds=seconds)
    if seeded:
        game = replace(game, seed=record.seed, number=record.number)
    metrics = figures(record, seconds=seconds)
    if metrics is None:
        return game
    board, clicks = metrics.board, metrics.clicks
    return replace(
        game,
        seconds=metrics.seconds,
        bbbv=board.bbbv,
        solved=metrics.solved,
        left=clicks.left,
        right=clicks.right,
        chord=clicks.chord,
        effective=clicks.effective,
        openings=board.openings,
        islands=board.islands,
        zini=board.zini,
        human_zini=board.human_zini,
    )


def level_name(deal: Deal, world: str | None) -> str:
    """Return the name of a world or a level, or the size of the board.

    The seed at the end of a dealt world's name, which determines the board, and the date in the
    name of a daily board are left out.
    """
    grid = deal.grid
    world = world and _DRAWN.sub("", world)
    if world or grid.kind != "square" or deal.mines >= grid.size:
        return world or f"{grid.width}x{grid.height}x{deal.mines}"
    return str(Level(grid.width, grid.height, deal.mines))


BOARD_HASH_LENGTH = 16  #: characters of a fingerprint for the player and the board
FINGERPRINT_LENGTH = 48  #: characters of a fingerprint


def fingerprint(record: Record) -> str:
    """Return hashes of the contents that all formats of a game share: of the player and board, then
    of the moves and the last time in milliseconds.

    Replays do not contain the rules.
    """
    grid = record.deal.grid
    moves = [(step.decision.move.action, step.decision.move.cell) for step in record.steps]
    clock = round(1000 * sum(step.decision.seconds for step in record.steps))
    board = (" ".join(record.player.split()), grid.width, grid.height, record.mines)
    hashes = (sha256(repr(content).encode()).hexdigest() for content in (board, (moves, clock)))
    return "".join(
        hexadecimal[:length]
        for hexadecimal, length in zip(
            hashes, (BOARD_HASH_LENGTH, FINGERPRINT_LENGTH - BOARD_HASH_LENGTH), strict=True
        )
    )


def key_of(record: Record) -> str:
    """Return the key of an imported game."""
    return f"import:{fingerprint(record)}"


def game_json(number: int, game: HistoryGame, graded: dict[str, Any] | None) -> dict[str, Any]:
    """Return a row of the history as plain values; ``graded`` are the grades of its guesses."""
    clicks = None
    if game.left is not None and game.right is not None and game.chord is not None:
        clicks = game.left + game.right + game.chord
    solved, seconds = game.solved, game.seconds
    return {
        "id": number,
        **{name: value for name, value in asdict(game).items() if name not in HIDDEN_COLUMNS},
        "bbbv_solved": solved,
        "clicks": clicks,
        "bbbv_per_second": solved / seconds if solved is not None and seconds else None,
        "ioe": solved / clicks if solved is not None and clicks else None,
        "graded": graded,
    }
