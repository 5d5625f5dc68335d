"""Settings of learning: the search and its limits, the evaluation of clauses, noise, and the
clock."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from math import inf, log2
from typing import Any, Literal

from mio.background.work import Work
from mio.errors import InputError, unknown
from mio.learning.saturation import Depth, MacroBounds


class Clock:
    """Measures work, in seconds of a computer of average speed, so that deadlines do not depend on
    the speed of this one; and the CPU time of the calling thread, which is only limited.

    It stops while the thread waits, except for what workers report by ``spent``. ``interrupted`` is
    polled with the time: once it returns true, every deadline has passed.
    """

    def __init__(
        self, work: Work | None = None, interrupted: Callable[[], bool] = lambda: False
    ) -> None:
        self._work = work or Work()
        self._elsewhere = (0.0, 0.0)
        self._end = inf
        self._look = 0.0  #: moment before which the CPU time cannot reach the limit
        self.interrupted = interrupted

    @property
    def now(self) -> float:
        """The work done, in seconds."""
        return self._work.seconds + self._elsewhere[0]

    @property
    def cpu(self) -> float:
        """The CPU time, in seconds since a fixed moment."""
        return time.thread_time() + self._elsewhere[1]

    def limit(self, seconds: float | None) -> float:
        """Limit the CPU time from now on, and return the deadline of as much work."""
        seconds = inf if seconds is None else seconds
        self._end, self._look = self.cpu + seconds, 0.0
        return self.now + seconds

    def left(self, deadline: float) -> float:
        """Return the seconds until a deadline, or until the limit of CPU time if that is sooner."""
        return min(deadline - self.now, self._end - self.cpu)

    def over(self, deadline: float) -> bool:
        """Return whether a deadline or the limit has passed, or a user has interrupted.

        On a busy computer, a look at the CPU time can end the thread's turn, so the next one is
        when the rest may have been used up.
        """
        if self.interrupted() or self.now >= deadline:
            return True
        moment = time.monotonic()
        if moment < self._look:
            return False
        left = self._end - self.cpu
        self._look = moment + left
        return left <= 0

    def spent(self, work: float, cpu: float) -> None:
        """Add the seconds of workers, the maximum over workers that run in parallel."""
        self._elsewhere = (self._elsewhere[0] + work, self._elsewhere[1] + cpu)
        self._look = 0.0


def compression(p: int, n: int, size: int) -> int:
    """Return Progol's evaluation of a clause, by the positives and negatives it covers and its body
    literals: positives minus negatives and literals (Muggleton 1995, §5)."""
    return p - n - size


def gain(positives: int, negatives: int) -> Callable[[int, int], float]:
    """Return FOIL's information gain, ``p (log2(p/(p+n)) - log2(P/(P+N)))`` (Quinlan 1990).

    A beam keeps the clauses with the largest gain, which can lead to a pure clause that covers
    many positives.
    """
    base = log2(positives / (positives + negatives)) if positives else 0.0
    return lambda p, n: p * (log2(p / (p + n)) - base) if p else -1.0


@dataclass(frozen=True)
class Acceptance:
    """The criterion by which clauses may enter a theory.

    ``noise`` is the maximum share of negatives among the examples that a clause covers,
    ``positives`` the minimum number of positives, ``least`` the minimum evaluation. If the maximum
    number of ``negatives`` is given, it holds as well, and then a ``noise`` of 0 does not count.
    Raises ``InputError`` unless ``noise`` is from 0 up to but not including 1, ``positives`` is at
    least 1 and ``negatives`` at least 0.
    """

    noise: float = 0.0
    positives: int = 1
    least: float = float("-inf")
    negatives: int | None = None

    def __post_init__(self) -> None:
        if not 0.0 <= self.noise < 1.0:
            raise InputError(
                f"noise: expected a share from 0 up to, but not including, 1, found {self.noise}"
            )
        if self.positives < 1:
            raise InputError("positives: a clause has to cover at least one positive example")
        if self.negatives is not None and self.negatives < 0:
            raise InputError(f"negatives: expected 0 or more, found {self.negatives}")

    def consistent(self, p: int, n: int) -> bool:
        """Return whether a clause covers few enough negatives."""
        if self.negatives is None:
            return n <= self.noise * (p + n)
        return n <= self.negatives and (not self.noise or n <= self.noise * (p + n))

    def accepts(self, p: int, n: int) -> bool:
        """Return whether a clause also covers enough positives."""
        return p >= self.positives and self.consistent(p, n)


#: The searches of Peña Castillo & Wrobel 2003.
SearchName = Literal["greedy-macros", "ida-macros", "ida"]

#: Random streams of a seed: the examples drawn by a server, the seeds of searches, the order of a
#: selection, the seeds of repeated searches, the folds of a validation, the seeds of refinements,
#: and the shuffles of labels.
DRAW_STREAM, COVERING_STREAM, SELECTION_STREAM, HARDER_STREAM, FOLD_STREAM = range(5)
REFINING_STREAM, SHUFFLE_STREAM = 5, 6

_BRIEF_IDLE_CLAUSES = 200  #: clauses without improvement after which a brief search gives up


@dataclass(frozen=True)
class LearningSettings:
    """Settings of one run.

    ``search`` and ``macros`` choose among the paper's variants. ``width`` is the number of clauses
    that the greedy search keeps, 1 in the paper. ``seeds`` is the number of positives that each
    round searches from. ``nodes`` limits the clauses of a search, ``length`` the literals of a
    body, and ``seconds`` the work and the CPU time of the whole run. A greedy search that has a
    clause gives up after ``idle`` further clauses without improvement. Covering gives up after
    ``patience`` consecutive searches without an acceptable clause, or after as many as it had made
    when it took its last clause, if those are more. ``wanted`` is the number of clauses that a
    search returns; if it is 1 and searches are ``bounded``, they only accept clauses better than
    those of earlier rounds. ``facts`` adds uncovered positives as facts, if there are few. ``seed``
    is the random seed of the choice of examples. Results do not depend on ``workers``.

    Raises ``InputError`` for a value out of range.
    """

    search: Literal["ida", "greedy"] = "greedy"
    macros: bool = True
    width: int = 30
    seeds: int = 5
    nodes: int = 5000
    idle: int | None = None
    patience: int | None = None
    length: int = 10
    wanted: int = 1
    bounded: bool = False
    acceptance: Acceptance = field(default_factory=Acceptance)
    depth: Depth = field(default_factory=Depth)
    macro_bounds: MacroBounds = field(default_factory=MacroBounds)
    facts: bool = False
    seed: int = 0
    seconds: float | None = None
    workers: int = 1

    def limited(self, limits: Mapping[str, Any]) -> LearningSettings:
        """Return a copy with other limits: ``nodes``, ``length``, and the ``levels``, ``recall``
        and ``literals`` of the most specific clause, or any other setting. None keeps a setting.
        Raises ``InputError`` for an unknown one."""
        given = {name: limit for name, limit in limits.items() if limit is not None}
        depth = {one.name: given.pop(one.name) for one in fields(Depth) if one.name in given}
        known = [one.name for one in (*fields(self), *fields(Depth))]
        for name in given:
            if name not in known:
                raise InputError(unknown("setting", name, known))
        return replace(self, depth=replace(self.depth, **depth), **given)

    def __post_init__(self) -> None:
        for name in ("width", "seeds", "nodes", "length", "wanted", "workers"):
            if getattr(self, name) < 1:
                raise InputError(f"{name}: expected at least 1, found {getattr(self, name)}")
        if self.search not in ("ida", "greedy"):
            raise InputError(f"unknown search '{self.search}': expected ida or greedy")
        if self.search == "greedy" and not self.macros:
            raise InputError("the greedy search needs macros")
        if self.seconds is not None and not self.seconds >= 0:
            raise InputError(f"seconds: expected 0 or more, found {self.seconds}")


def narrower(settings: LearningSettings) -> LearningSettings:
    """Return the settings of a brief search for short clauses."""
    depth, macros = settings.depth, settings.macro_bounds
    return replace(
        settings,
        nodes=min(settings.nodes, 1000),
        idle=_BRIEF_IDLE_CLAUSES,
        width=min(settings.width, 10),
        seeds=min(settings.seeds, 2),
        length=min(settings.length, 5),
        depth=replace(depth, levels=min(depth.levels, 2)),
        macro_bounds=replace(macros, size=min(macros.size, 4), spread=True),
    )


def longer(settings: LearningSettings) -> LearningSettings:
    """Return the settings of a search with longer chains that takes about as long."""
    depth = settings.depth
    deeper = replace(depth, levels=depth.levels + 1, literals=2 * depth.literals)
    return replace(settings, depth=deeper)


def wider(settings: LearningSettings) -> LearningSettings:
    """Return the settings of a search with longer chains that takes about ten times as long."""
    macros = replace(settings.macro_bounds, macros=2 * settings.macro_bounds.macros)
    nodes, width = 6 * settings.nodes, 2 * settings.width
    return replace(longer(settings), nodes=nodes, width=width, macro_bounds=macros)


#: The paper's settings (Peña Castillo & Wrobel 2003, Table 2): 4,000 clauses per search.
IDA = LearningSettings(search="ida", macros=False, nodes=4000, seeds=1)
IDA_MACROS = LearningSettings(search="ida", nodes=4000, seeds=1)
GREEDY_MACROS = LearningSettings(width=1, nodes=4000, seeds=1)
SEARCHES: dict[SearchName, LearningSettings] = {
    "greedy-macros": GREEDY_MACROS,
    "ida-macros": IDA_MACROS,
    "ida": IDA,
}
