"""Writes the games of visitors to the history: once they begin, and once they end.

The journal has every move of a game before it is answered, so a server that is killed loses
nothing: the next one looks through the journal for games that ended without being kept.
"""

from __future__ import annotations

import time

from sapper.errors import InputError
from sapper.history.choice import Choice
from sapper.history.session import first_opened
from sapper.history.writer import HistoryWriter
from sapper.web.games.game import ServedGame
from sapper.web.games.journal import Journal

STAMP = "looked-through"  #: a file whose time says when the journal was looked through last


def key_of(name: str) -> str:
    """Return the key of a game of the server in the history."""
    return f"page:{name}"


def name_of(key: str) -> str | None:
    """Return the name of a game of the server; None for other games."""
    return key.removeprefix("page:") if key.startswith("page:") else None


def write_changed(writer: HistoryWriter, game: ServedGame, ended: bool) -> None:
    """Write a game after a move, if it has begun or ended by it; ``ended`` says whether it had
    ended before."""
    if not ended and (game.session.ended or first_opened(game.session)):
        _write(writer, game)


def look_through(writer: HistoryWriter, journal: Journal, age: float) -> int:
    """Write the games of a journal that changed since it was looked through last, and forget
    unfinished games older than ``age`` seconds that it has no more. Return how many it read."""
    if (history := writer.history) is None:
        return 0
    stamp = journal.folder / STAMP
    since = stamp.stat().st_mtime if stamp.exists() else 0.0
    stamp.touch()
    read = 0
    for name in journal.changed_since(since):
        if history.outcome_of(key_of(name)) in ("won", "lost"):
            continue
        read += 1
        try:
            game = ServedGame.loaded(name, *journal.read(name))
        except InputError:
            continue  # the file is damaged: there is nothing to keep
        _write(writer, game)
    writer.settle().result()
    for _, one, _ in [*history.every(Choice(outcome="unfinished", origin="page"))]:
        if (name_of(one.key) or "") not in journal and one.at < time.time() - age:
            history.forget(one.key)
    return read


def _write(writer: HistoryWriter, game: ServedGame) -> None:
    if game.session.user_moved:
        writer.write(game.session, key_of(game.name), "page")
