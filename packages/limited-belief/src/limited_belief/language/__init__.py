"""The language: formulas (``logic``), the statements of files, and their text forms."""

from limited_belief.language.parser import parse_file, parse_formula
from limited_belief.language.statements import (
    RESERVED,
    Ask,
    Believe,
    Define,
    Do,
    File,
    Functions,
    Know,
    Names,
    Real,
    Sensors,
    Sorts,
    Statement,
    Variables,
    Vocabulary,
)

__all__ = [
    "RESERVED",
    "Ask",
    "Believe",
    "Define",
    "Do",
    "File",
    "Functions",
    "Know",
    "Names",
    "Real",
    "Sensors",
    "Sorts",
    "Statement",
    "Variables",
    "Vocabulary",
    "parse_file",
    "parse_formula",
]
