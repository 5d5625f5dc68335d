"""Clauses of reasons, reviews and messages as the sentences that people read."""

from __future__ import annotations

from sapper.players.recipes import STRATEGIES, own_names


def sentence(words: str) -> str:
    """Return a clause with a capital letter and a final stop, unless it has them already.

    A strategy's name at the beginning keeps its lower-case letter.
    """
    words = words.strip()
    named = words.partition(" ")[0] in {*STRATEGIES, *own_names()}
    first = words[:1] if named else words[:1].upper()
    stop = "" if words[-1:] in ("", ".", "?", "!", "…") else "."
    return f"{first}{words[1:]}{stop}"
