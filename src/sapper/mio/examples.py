"""Examples of a target: positive and negative, from terms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sapper.errors import InputError
from sapper.mio.coverage import Example
from sapper.mio.program import Signature
from sapper.mio.reader import read
from sapper.mio.terms import Struct, arguments, is_ground, literal, signature
from sapper.mio.writer import written


@dataclass(frozen=True)
class Examples:
    """Arguments of the target: where it holds, and where it does not. Repetitions are dropped.

    Raises ``InputError`` for an example that is both.
    """

    positives: tuple[Example, ...]
    negatives: tuple[Example, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "positives", tuple(dict.fromkeys(self.positives)))
        object.__setattr__(self, "negatives", tuple(dict.fromkeys(self.negatives)))
        both = set(self.positives).intersection(self.negatives)
        if both:
            shown = next(example for example in self.positives if example in both)
            words = written(literal("target", shown)).removeprefix("target")
            raise InputError(f"the example {words} is both positive and negative")

    def __len__(self) -> int:
        return len(self.positives) + len(self.negatives)


def examples(text: str, target: Signature, where: str = "exs.pl") -> Examples:
    """Examples from a text of ``pos(…)`` and ``neg(…)``, some of each or none.

    Raises ``NotationError``, and ``InputError``, with the line, for anything else, for examples of
    another target and for one that is not ground.
    """
    found: dict[str, list[Example]] = {"pos": [], "neg": []}
    for statement in read(text, where):
        match statement.term:
            case Struct(name="pos" | "neg" as sign, args=(example,)):
                pass
            case _:
                raise InputError(
                    f"{statement.where}: expected pos(…) or neg(…), found {written(statement.term)}"
                )
        if signature(example) != target:
            raise InputError(
                f"{statement.where}: {written(example)} is no example of {target[0]}/{target[1]}"
            )
        if not is_ground(example):
            raise InputError(f"{statement.where}: {written(example)} has a variable in it")
        found[sign].append(arguments(example))
    return Examples(tuple(found["pos"]), tuple(found["neg"]))


def shown(target: str, rows: Sequence[Example], sign: str) -> str:
    """Examples as ``examples`` reads them."""
    return "".join(f"{sign}({written(literal(target, row))}).\n" for row in rows)
