"""Faults of English that a sentence composed of parts can have."""

from __future__ import annotations

import re

FAULTS = {
    "an before a consonant": r"\b[Aa]n (?:(?!8\b|11\b|18\b|hour)[b-df-hj-np-tv-z0-9]|one\b)",
    "a before a vowel": r"\b[Aa] (?:[aeiou](?!ne\b|ni[^nm]|se|tility)|8\b|11\b|18\b)",
    "a plural after one": r"(?<![.,])\b(?:1|[Oo]ne) (?:more |other |hidden |safe |open )?"
    r"(?:cells|mines|clues|moves|games|layouts|guesses|flags|chords|clicks|positions)\b",
    "are one": r"\bare (?:only )?(?:1|one) (?:cell|mine|flag|move|guess)\b",
    "is several": r"\bis (?:only )?(?:[2-9]|two|three|four) (?:cells|mines|flags|moves|guesses)\b",
    "two spaces": r"\S  +\S",
    "no space": r"[a-z\])][:;,!?][A-Za-z]|[a-z\])]\.[A-Z]",
    "a space before a stop": r" [,.;:!?](?:\s|$)",
    "two stops": r"\.\.|,,|;;|,\.",
    "a word twice": r"\b([a-z]+) \1\b",
    "two ands": r"\band \S+ \S+ and \S+ and\b",
}


def faults(text: str) -> list[str]:
    """Return the faults of a text, each with the words around it."""
    return [
        f"{name}: {text[max(0, found.start() - 30) : found.end() + 30]!r}"
        for name, pattern in FAULTS.items()
        for found in re.finditer(pattern, text)
    ]
