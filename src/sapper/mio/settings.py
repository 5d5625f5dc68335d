"""How to learn: the search, its bounds, and what a clause needs to enter the theory."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from sapper.errors import InputError
from sapper.mio.macros import MacroBounds
from sapper.mio.saturation import Depth
from sapper.mio.score import EVALUATIONS, Acceptance

Search = Literal["ida", "greedy"]


@dataclass(frozen=True)
class Settings:
    """Settings of one run.

    ``search`` and ``macros`` make the paper's variants; ``width`` is how many clauses the greedy
    search keeps, 1 in the paper. ``seeds``: positives that are searched from in each round, the
    best clause of all winning. ``nodes`` and ``length`` bound a search, ``seconds`` all.
    ``wanted``: how many clauses a search looks for. ``theory``: clauses are taken one after the
    other, or selected as a whole from the pool of all searches. ``facts``: a few positives that no
    clause covers are kept as they stand. ``seed`` is that of the choice of examples; results do
    not depend on ``workers``.

    Raises ``InputError`` for a number that makes no sense.
    """

    search: Search = "greedy"
    macros: bool = True
    width: int = 30
    seeds: int = 5
    nodes: int = 5000
    length: int = 10
    wanted: int = 1
    theory: Literal["covered", "selected"] = "covered"
    evaluation: str = "compression"
    acceptance: Acceptance = field(default_factory=Acceptance)
    depth: Depth = field(default_factory=Depth)
    macro_bounds: MacroBounds = field(default_factory=MacroBounds)
    facts: bool = False
    seed: int = 0
    seconds: float | None = None
    workers: int = 1

    def __post_init__(self) -> None:
        for name in ("width", "seeds", "nodes", "length", "wanted", "workers"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} is at least 1, not {getattr(self, name)}")
        if self.evaluation not in EVALUATIONS:
            known = ", ".join(EVALUATIONS)
            raise InputError(f"unknown evaluation '{self.evaluation}': {known}")
        if self.search not in ("ida", "greedy"):
            raise InputError(f"unknown search '{self.search}': ida, greedy")
        if self.search == "greedy" and not self.macros:
            raise InputError("the greedy search needs macros")
        if self.seconds is not None and not self.seconds > 0:
            raise InputError(f"learning needs some time, not {self.seconds} s")


#: The paper's settings (Peña Castillo & Wrobel 2003, Table 2): 4,000 clauses a search.
IDA = Settings(search="ida", macros=False, nodes=4000, seeds=1)
IDA_MACROS = Settings(search="ida", nodes=4000, seeds=1)
GREEDY_MACROS = Settings(width=1, nodes=4000, seeds=1)
