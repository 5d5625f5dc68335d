"""Writes the games of visitors to the history: once they begin, and once they end.

The journal contains every move before it is answered, so a killed server loses nothing: the next
one searches the journal for finished games that are missing in the history.
"""

from __future__ import annotations

import time

from sapper.errors import InputError
from sapper.history.choice import Choice
from sapper.history.session import first_opened
from sapper.history.writer import HistoryWriter
from sapper.web.games.journal import Journal, owner
from sapper.web.games.served_game import ServedGame
from sapper.web.history.visitors import Histories

STAMP = "looked-through"  #: a file whose time is that of the last search of the journal


def key_of(name: str) -> str:
    """Return the key of a game of the server in the history."""
    return f"page:{name}"


def name_of(key: str) -> str | None:
    """Return the name of a game of the server; None for other games."""
    return key.removeprefix("page:") if key.startswith("page:") else None


def write_changed(
    writer: HistoryWriter, histories: Histories, game: ServedGame, ended: bool
) -> None:
    """Write a game after a move that began or ended it; ``ended`` says whether it had ended
    before."""
    if not ended and (game.session.ended or first_opened(game.session)):
        _write(writer, histories, game)


def look_through(writer: HistoryWriter, histories: Histories, journal: Journal, age: float) -> int:
    """Write the games of a journal that changed since the last search, and forget unfinished games
    older than ``age`` seconds that it no longer has. Return the number of games read."""
    if histories.own is None:
        return 0
    stamp = journal.folder / STAMP
    since = stamp.stat().st_mtime if stamp.exists() else 0.0
    stamp.touch()
    read = 0
    for name in journal.changed_since(since):
        history = histories.of(owner(name))
        if history is None or history.outcome_of(key_of(name)) in ("won", "lost"):
            continue
        read += 1
        try:
            game = ServedGame.loaded(name, *journal.read(name))
        except InputError:
            continue  # the file is damaged, so there is no game to write
        _write(writer, histories, game)
    writer.settle().result()
    for history in histories.every():
        for _, listed, _ in [*history.every(Choice(outcome="unfinished", origin="page"))]:
            if (name_of(listed.key) or "") not in journal and listed.at < time.time() - age:
                history.forget(listed.key)
    return read


def _write(writer: HistoryWriter, histories: Histories, game: ServedGame) -> None:
    history = histories.of(owner(game.name))
    if history is not None and game.session.user_moved:
        writer.write_to(history, game.session, key_of(game.name), "page")
