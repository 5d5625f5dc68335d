"""Positive and negative examples of a target, and their text form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from sapper.errors import InputError
from sapper.mio.language.program import Signature
from sapper.mio.language.reader import read
from sapper.mio.language.terms import Struct, arguments, is_ground, literal, signature
from sapper.mio.language.writer import written
from sapper.mio.learning.coverage import Example

_HASHED = re.compile(r"^#", re.MULTILINE)


@dataclass(frozen=True)
class Examples:
    """Arguments for which the target holds, and for which it does not, without duplicates.

    ``target`` is its name in messages.

    Raises ``InputError`` for an example that is both.
    """

    positives: tuple[Example, ...]
    negatives: tuple[Example, ...]
    target: str = field(default="target", compare=False, kw_only=True)

    def __post_init__(self) -> None:
        object.__setattr__(self, "positives", tuple(dict.fromkeys(self.positives)))
        object.__setattr__(self, "negatives", tuple(dict.fromkeys(self.negatives)))
        both = set(self.positives).intersection(self.negatives)
        if both:
            shown = next(example for example in self.positives if example in both)
            words = written(literal(self.target, shown)) if shown else self.target
            raise InputError(f"the example {words} is both positive and negative")

    def __len__(self) -> int:
        return len(self.positives) + len(self.negatives)

    def with_more(self, more: Examples) -> Examples:
        """Return these examples, and more of each kind after them. Raises as ``Examples`` does."""
        return Examples(
            (*self.positives, *more.positives),
            (*self.negatives, *more.negatives),
            target=self.target,
        )


def examples(text: str, target: Signature, where: str = "exs.pl") -> Examples:
    """Parse a text of facts ``pos(…)`` and ``neg(…)``; either kind may be missing.

    A line that begins with ``#`` is a comment, as in some of the published files. Raises
    ``NotationError``. Raises ``InputError``, with the line, for any other statement and for an
    example that has another target or is not ground.
    """
    found: dict[str, list[Example]] = {"pos": [], "neg": []}
    for statement in read(_HASHED.sub("%", text), where):
        match statement.term:
            case Struct(name="pos" | "neg" as sign, args=(example,)):
                pass
            case _:
                raise InputError(
                    f"{statement.where}: expected pos(…) or neg(…), found {written(statement.term)}"
                )
        if signature(example) != target:
            raise InputError(
                f"{statement.where}: expected an example of {target[0]}/{target[1]}, "
                f"found {written(example)}"
            )
        if not is_ground(example):
            raise InputError(
                f"{statement.where}: the example {written(example)} contains a variable"
            )
        found[sign].append(arguments(example))
    return Examples(tuple(found["pos"]), tuple(found["neg"]), target=target[0])


def shown(target: str, rows: Sequence[Example], sign: str) -> str:
    """Return examples as text, in the form that ``examples`` reads."""
    return "".join(f"{sign}({written(literal(target, row))}).\n" for row in rows)
