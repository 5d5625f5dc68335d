"""Selects games of the history by level, rule, outcome, player, origin and date."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from sapper.errors import InputError, quoted
from sapper.records.game import YOU

#: The names under which the user played here.
_NAMES = "SELECT player FROM game WHERE origin != 'import' AND NOT helped"


@dataclass(frozen=True)
class Choice:
    """A selection of games; None leaves a property open.

    ``first`` is a first-move rule, or ``no-guess`` for boards that need no guess. ``since`` and
    ``until`` are days, both included, in the time zone of this machine.

    ``own`` selects the games that statistics count: finished ones without moves by agents, on
    boards that the player did not know. Unless ``player`` is given, they are the user's: games
    played here, and imported ones under "you", ``name``, or a name that the user had here.
    """

    level: str | None = None
    first: str | None = None
    outcome: str | None = None
    player: str | None = None
    origin: str | None = None
    since: date | None = None
    until: date | None = None
    own: bool = False
    name: str = YOU

    def where(self) -> tuple[str, list[Any]]:
        """Return an SQL condition and its values."""
        parts, values = ["1"], list[Any]()
        for name in ("level", "outcome", "player", "origin"):
            if (value := getattr(self, name)) is not None:
                parts.append(f"{name} = ?")
                values.append(value)
        if self.first == "no-guess":
            parts.append("no_guess")
        elif self.first is not None:
            parts.append("first = ? AND NOT no_guess")
            values.append(self.first)
        if self.since is not None:
            parts.append("at >= ?")
            values.append(_start(self.since))
        if self.until is not None:
            parts.append("at < ?")
            values.append(_start(self.until + timedelta(days=1)))
        if self.own:
            parts.append("outcome IN ('won', 'lost') AND NOT helped AND NOT known")
            if self.player is None:
                parts.append(f"(origin != 'import' OR player IN (?, ?) OR player IN ({_NAMES}))")
                values += [YOU, self.name]
        return " AND ".join(parts), values


def day(text: str | None, what: str) -> date | None:
    """Read a day, ``YYYY-MM-DD``. Raises ``InputError``."""
    if text is None:
        return None
    try:
        found = date.fromisoformat(text)
        _start(found + timedelta(days=1))
    except (ValueError, OverflowError, OSError):
        raise InputError(f"{what}: {quoted(text)} is not a day such as 2026-01-31") from None
    return found


def _start(found: date) -> float:
    return datetime(found.year, found.month, found.day).timestamp()
