"""What a question needs before it can be answered, and what makes it one."""

from __future__ import annotations

from sapper.errors import InputError
from sapper.limited.language import (
    Believed,
    Equal,
    Formula,
    Known,
    Level,
    Possible,
    Term,
    free,
    parts,
    subjective,
    walk,
)


def levels(formula: Formula) -> list[Level]:
    """Return all levels of belief in a formula."""
    result: list[Level] = []
    for part in walk(formula):
        if isinstance(part, Known | Possible | Believed):
            result.append(part.level)
        if isinstance(part, Believed):
            result.append(part.possible)
    return result


def check(formula: Formula, *, real: bool = False) -> None:
    """Raise ``InputError`` for a question with free variables, or about the world outside any
    belief unless it is about the ``real`` world."""
    loose = free(formula)
    if loose:
        raise InputError(
            f"variable '{loose[0]}' is free in the question '{short(formula)}': "
            "bind it with exists or forall"
        )
    if not real and not subjective(formula):
        outside = next(filter(None, map(_worldly, _outside(formula))))
        raise InputError(f"'{outside}' is outside any belief: put K, M or B before it")


def _outside(formula: Formula) -> list[Formula]:
    """Return the equations outside any belief."""
    if isinstance(formula, Known | Possible | Believed):
        return []
    if isinstance(formula, Equal):
        return [formula]
    return [equation for part in parts(formula) for equation in _outside(part)]


def _worldly(formula: Formula) -> Formula | None:
    assert isinstance(formula, Equal)
    spoken = isinstance(formula.left, Term) or isinstance(formula.right, Term)
    return formula if spoken else None


def short(formula: Formula) -> str:
    """Return the text of a formula, cut to one line."""
    text = str(formula)
    return text if len(text) <= 60 else text[:59] + "…"
