"""How to learn: the search, its limits, and which clauses a theory accepts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from sapper.errors import InputError, listed
from sapper.mio.learning.macros import MacroBounds
from sapper.mio.learning.saturation import Depth
from sapper.mio.learning.score import EVALUATIONS, Acceptance

#: The searches of Peña Castillo & Wrobel 2003.
SearchName = Literal["greedy-macros", "ida-macros", "ida"]

#: Streams of a seed: the examples that a server draws, the positives that searches start from, the
#: order of a selection, the positives that are searched again, the folds of a validation, and the
#: positives from which a selection is refined.
DRAWS, COVERING, SELECTION, HARDER, FOLDS, REFINING = range(6)


@dataclass(frozen=True)
class LearningSettings:
    """Settings of one run.

    ``search`` and ``macros`` choose among the paper's variants. ``width`` is the number of clauses
    that the greedy search keeps, 1 in the paper. ``seeds`` is the number of positives that each
    round searches from. ``nodes`` and ``length`` limit the clauses of a search and the literals of
    a body, ``seconds`` of CPU time the whole run. A greedy search that has a clause ends when it
    has tried ``idle`` pairs and longer clauses without finding a better one. ``wanted`` is the
    number of clauses that a search looks for; if it is 1 and searches are ``bounded``, they look
    only for clauses better than those of earlier rounds. With ``theory="covered"`` clauses are
    taken one at a time; with ``"selected"`` they are selected together from all searches. ``facts``
    adds positives that no clause covers as facts, if they are few. ``seed`` is the random seed of
    the choice of examples. Results do not depend on ``workers``.

    Raises ``InputError`` for a value out of range.
    """

    search: Literal["ida", "greedy"] = "greedy"
    macros: bool = True
    width: int = 30
    seeds: int = 5
    nodes: int = 5000
    idle: int | None = None
    length: int = 10
    wanted: int = 1
    bounded: bool = False
    theory: Literal["covered", "selected"] = "covered"
    evaluation: str = "compression"
    acceptance: Acceptance = field(default_factory=Acceptance)
    depth: Depth = field(default_factory=Depth)
    macro_bounds: MacroBounds = field(default_factory=MacroBounds)
    facts: bool = False
    seed: int = 0
    seconds: float | None = None
    workers: int = 1

    def limited(self, limits: Mapping[str, int | None]) -> LearningSettings:
        """Return the settings with other limits: ``nodes`` and ``length``, and ``levels``,
        ``recall`` and ``literals`` of the most specific clause. None keeps a limit."""
        given = {name: limit for name, limit in limits.items() if limit is not None}
        depth = {
            name: given.pop(name) for name in ("levels", "recall", "literals") if name in given
        }
        return replace(self, depth=replace(self.depth, **depth), **given)  # type: ignore[arg-type]

    def __post_init__(self) -> None:
        for name in ("width", "seeds", "nodes", "length", "wanted", "workers"):
            if getattr(self, name) < 1:
                raise InputError(f"{name}: expected at least 1, found {getattr(self, name)}")
        if self.evaluation not in EVALUATIONS:
            known = listed(EVALUATIONS, "or")
            raise InputError(f"unknown evaluation '{self.evaluation}': expected {known}")
        if self.search not in ("ida", "greedy"):
            raise InputError(f"unknown search '{self.search}': expected ida or greedy")
        if self.search == "greedy" and not self.macros:
            raise InputError("the greedy search needs macros")
        if self.seconds is not None and not self.seconds > 0:
            raise InputError(f"seconds: expected more than 0, found {self.seconds}")


#: The paper's settings (Peña Castillo & Wrobel 2003, Table 2): 4,000 clauses a search.
IDA = LearningSettings(search="ida", macros=False, nodes=4000, seeds=1)
IDA_MACROS = LearningSettings(search="ida", nodes=4000, seeds=1)
GREEDY_MACROS = LearningSettings(width=1, nodes=4000, seeds=1)
SEARCHES: dict[SearchName, LearningSettings] = {
    "greedy-macros": GREEDY_MACROS,
    "ida-macros": IDA_MACROS,
    "ida": IDA,
}
