"""Greedy search with macros, generalised to a beam.

Evaluate all pairs of macros and keep the best; extend it with every macro and keep the best again;
stop when it cannot be extended (Peña Castillo & Wrobel 2003, §3.2). A wider beam keeps more than
one clause. A schedule orders the pairs if there are too many to evaluate.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, zip_longest
from math import inf
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from mio.background.columns import Goal
from mio.learning.saturation import SearchStep, bits
from mio.learning.search.space import BestClauses, Node, Search, Space
from mio.learning.settings import gain

_MAX_SAMPLED = (
    1500  #: maximum number of examples of each kind that gains of pairs are computed from
)

#: A macro and the clause that it forms by itself.
Single: TypeAlias = tuple[SearchStep, Node]
Pair: TypeAlias = tuple[Single, Single]
_Floats: TypeAlias = npt.NDArray[np.float32]


def by_gain(space: Space, singles: Sequence[Single]) -> Iterator[Pair]:
    """Yield the pairs that share only variables of the head, in descending order of gain.

    Such a pair covers the examples that both macros cover, so products of matrices count the
    examples of all pairs at once. Pairs that cover what one of their macros covers are left out. If
    there are many examples, an evenly spread sample is counted.
    """
    if len(singles) < 2:
        return
    positives, negatives = space.task.examples
    p, share = _together(singles, positives)
    n, other = _together(singles, negatives)
    same = (p == p.diagonal()[:, None]) & (n == n.diagonal()[:, None])
    total = positives.bit_count() + negatives.bit_count()
    base = np.log2(max(1, positives.bit_count()) / total)
    p, n = p / share, n / other
    with np.errstate(divide="ignore", invalid="ignore"):
        gains = np.where(p > 0, p * (np.log2(p / (p + n)) - base), -np.inf)
    own = [space.own(step.literals) for step, _ in singles]
    width = max(1, max(own).bit_length())
    linked = _products(own, width, range(width))
    gains[same | same.T | (linked > 0) | np.tri(len(singles), dtype=bool)] = -np.inf
    order = np.argsort(-gains, axis=None, kind="stable")
    for place in order[: int(np.isfinite(gains).sum())].tolist():
        yield singles[place // len(singles)], singles[place % len(singles)]


def by_size(ranked: Sequence[Single]) -> Iterator[Pair]:
    """Yield all pairs, shortest first; early items precede others of equal length."""
    sized: dict[int, list[Single]] = {}
    for single in ranked:
        sized.setdefault(single[0].size, []).append(single)
    sizes = sorted(sized)
    for total in sorted({a + b for a in sizes for b in sizes}):
        for a in sizes:
            if 2 * a == total:
                yield from diagonals(sized[a])
            elif a < total - a and total - a in sized:
                yield from _crossed(sized[a], sized[total - a])


def alternating(one: Iterator[Pair], other: Iterator[Pair]) -> Iterator[Pair]:
    """Yield pairs from both in turn."""
    return (pair for both in zip_longest(one, other) for pair in both if pair is not None)


def diagonals(ranked: Sequence[Single]) -> Iterator[Pair]:
    """Yield the pairs of one list, early items first."""
    for total in range(1, 2 * len(ranked) - 2):
        for i in range(max(0, total - len(ranked) + 1), (total + 1) // 2):
            yield ranked[i], ranked[total - i]


def _crossed(one: Sequence[Single], other: Sequence[Single]) -> Iterator[Pair]:
    """Yield the pairs of two lists, early items first."""
    for total in range(len(one) + len(other) - 1):
        for i in range(max(0, total - len(other) + 1), min(total + 1, len(one))):
            yield one[i], other[total - i]


def _together(singles: Sequence[Single], examples: int) -> tuple[_Floats, float]:
    """Return the number of examples that each pair of macros covers jointly, and the share of
    examples counted."""
    places = bits(examples)
    sample = places[:: len(places) // _MAX_SAMPLED + 1] or [0]
    covers = [node.cover & examples for _, node in singles]
    found = _products(covers, examples.bit_length() or 1, sample)
    return found, len(sample) / max(1, len(places))


def _products(masks: Sequence[int], width: int, places: Sequence[int]) -> _Floats:
    """Return the number of common bits of each pair of masks at these places."""
    size = (width + 7) // 8
    packed = np.frombuffer(b"".join(m.to_bytes(size, "little") for m in masks), dtype=np.uint8)
    flags = np.unpackbits(packed.reshape(len(masks), size), axis=1, bitorder="little")
    chosen = flags[:, np.asarray(places)].astype(np.float32)
    return np.asarray(chosen @ chosen.T)


_MAX_PAIRED_MACROS = 400  #: number of best macros that are paired
_MAX_ALIKE_MACROS = 4  #: maximum number of macros with one cover
_MAX_IDLE_MACROS = 60  #: the same for macros that cover everything, which only help in combination
#: Shares of the clauses left that pairs take, and each later level of a beam; and the least that
#: one of them takes.
_PAIR_SHARE, _LEVEL_SHARE, _MIN_STEP = 0.5, 0.3, 100
_MAX_ALIKE_CLAUSES = 2  #: maximum number of clauses in a beam with one cover


def greedy(space: Space, steps: Sequence[SearchStep], width: int = 1) -> BestClauses:
    """Search with a beam of the given width; width 1 is the paper's greedy search.

    Returns the best of the consistent clauses encountered.
    """
    return _Beam(space, steps, width).run()


class _Beam(Search):
    def __init__(self, space: Space, steps: Sequence[SearchStep], width: int) -> None:
        super().__init__(space, steps)
        self._width = width
        self._gain = gain(*map(int.bit_count, space.task.examples))
        self._checked = float("-inf")  #: value of the best clause when the macros were last checked
        self._proved = False
        self._paired = 0  #: clauses explored before the pairs
        #: macros that bind a number to compare, with their canonical forms
        self._numeric: dict[int, tuple[Goal, ...]] = {}

    def _search(self, root: Node) -> None:
        singles = self._evaluate_macros(root)
        covers = {step.literals: node.cover for step, node in singles}
        own = {step.literals: self._space.own(step.literals) for step, _ in singles}
        idle = {step.literals for step, node in singles if not self._changed(root, node)}
        nodes = [node for step, node in singles if step.literals not in idle]
        seen = {node.literals for _, node in singles}
        nodes += self._compared(singles, seen)
        self._paired = self._space.explored
        most = self._share(_PAIR_SHARE)
        for (step, node), (other, beside) in self._pairs(singles):
            one, two = step.literals, other.literals
            mask = one | two
            if mask in seen or ((one in idle or two in idle) and not own[one] & own[two]):
                continue
            seen.add(mask)
            pair = self._try(node, two, beside.cover)
            if pair is not None and self._changed(node, pair):
                nodes.append(pair)
            if self._over(singles) or self._space.explored >= most:
                break
        while nodes and not self._over(singles):
            beam, most = self._kept(nodes), self._share(_LEVEL_SHARE)
            nodes = []
            for node in beam:
                extensions = self._extensions(node, own, idle)
                for more in chain(self._space.comparisons(node), extensions):
                    mask = node.literals | more
                    if mask in seen:
                        continue
                    seen.add(mask)
                    extended = self._try(node, more, covers.get(more, -1))
                    if extended is not None and self._changed(node, extended):
                        nodes.append(extended)
                if self._over(singles) or (nodes and self._space.explored >= most):
                    break

    def _share(self, share: float) -> float:
        """Return the number of clauses at which a step of a beam ends, so that others follow."""
        explored = self._space.explored
        left = self._space.task.settings.nodes - explored
        return explored + max(_MIN_STEP, share * left) if self._width > 1 else inf

    def _compared(self, singles: Sequence[Single], seen: set[int]) -> list[Node]:
        """Return the macros with a comparison of a number that they bind, one for macros that are
        equal but for their variables."""
        found, known = list[Node](), dict[tuple[Goal, ...], bool]()
        for step, node in singles:
            alike = self._space.bottom.canonical(step.literals)
            new = alike not in known
            compared = list(self._space.comparisons(node)) if new else []
            if known.setdefault(alike, bool(compared)):
                self._numeric[step.literals] = alike
            for literal in compared:
                extended = self._try(node, literal)
                seen.add(node.literals | literal)
                if extended is not None and self._changed(node, extended):
                    found.append(extended)
        return found

    def _try(self, node: Node, literals: int, within: int = -1) -> Node | None:
        """Return the clause extended by literals if it is worth extending further, else None.

        Records consistent clauses. ``within`` has the examples that the literals cover by
        themselves.
        """
        if self._over():
            return None
        space = self._space
        size = (node.literals | literals).bit_count()
        if size > space.task.settings.length:
            self._end = "length"
            return None
        found = space.refine(node, literals, self._best.needed(size), within)
        if found is None:
            return None
        if space.consistent(found):
            self._best.offer(found)
            if found.n == 0:
                return None
        return found if found.p >= self._best.needed(size + (found.n > 0)) else None

    def _changed(self, node: Node, extended: Node) -> bool:
        """Return whether a step excluded an example or bound an output of the head."""
        binds = extended.bound & ~node.bound & self._space.bottom.outputs
        return bool(binds) or extended.cover != node.cover

    def _evaluate_macros(self, root: Node) -> list[Single]:
        """Return the macros as clauses, only the shortest few of those with the same cover. More
        are kept of macros that exclude nothing by themselves, since they may do so in
        combination."""
        alike: dict[int, int] = {}
        kept = []
        for step in self._steps:
            node = self._try(root, step.literals)
            if node is not None:
                alike[node.cover] = alike.get(node.cover, 0) + 1
                most = _MAX_ALIKE_MACROS if self._changed(root, node) else _MAX_IDLE_MACROS
                if alike[node.cover] <= most:
                    kept.append((step, node))
        return kept

    def _pairs(self, singles: Sequence[Single]) -> Iterator[tuple[Single, Single]]:
        """Yield all pairs, the most promising first.

        If there are too many to try, promising pairs alternate with short ones, since the gain
        cannot rank literals that separate nothing by themselves. A beam knows the gain of pairs
        that share no variables beforehand; the paper's search takes pairs of promising macros
        first.
        """
        ranked = sorted(singles, key=lambda single: self._rank(single[1]))[:_MAX_PAIRED_MACROS]
        if self._space.explored + len(ranked) ** 2 // 2 <= self._space.task.settings.nodes:
            return diagonals(ranked)
        best = diagonals(ranked) if self._width == 1 else by_gain(self._space, singles)
        return alternating(best, by_size(ranked))

    def _extensions(
        self, node: Node, macros: Mapping[int, int], idle: Collection[int]
    ) -> Iterator[int]:
        """Yield the possible extensions of a clause: macros, given with their own variables, and
        single literals whose inputs it binds. Those that exclude nothing by themselves (``idle``)
        have to share a variable with it, or bind a number. Numbers are compared at once, since a
        literal that binds one may exclude nothing."""
        own = self._space.own(node.literals)
        apart = set[tuple[Goal, ...]]()
        for literal in self._space.beside(node, own):
            yield 1 << literal
        for literals, variables in macros.items():
            linked = bool(variables & own)
            if linked or literals not in idle:
                yield literals
            alike = self._numeric.get(literals)
            if alike is None or not literals & ~node.literals or alike in apart:
                continue
            if linked or literals in idle:
                if not linked:
                    apart.add(alike)
                joined = self._space.refine(node, literals)
                if joined is not None:
                    more = self._space.comparisons(joined, variables & ~own)
                    yield from (literals | one for one in more)

    def _rank(self, node: Node) -> tuple[float, int, int]:
        return -self._gain(node.p, node.n), node.size, node.literals

    def _kept(self, nodes: Sequence[Node]) -> list[Node]:
        beam: list[Node] = []
        alike: dict[int, int] = {}
        seen: set[int] = set()
        for node in sorted(nodes, key=self._rank):
            if node.literals in seen or alike.get(node.cover, 0) >= _MAX_ALIKE_CLAUSES:
                continue
            seen.add(node.literals)
            alike[node.cover] = alike.get(node.cover, 0) + 1
            beam.append(node)
            if len(beam) == self._width:
                break
        return beam

    def _over(self, singles: Sequence[Single] = ()) -> bool:
        """Return whether the search is at a limit or cannot find anything better.

        Each clause yet to come contains a macro and more, so it is longer than the macro and covers
        no more positives; with ``singles``, the macros are checked when there is a better clause.
        """
        settings = self._space.task.settings
        if self._space.explored >= settings.nodes or (singles and self._idle(settings.idle)):
            self._end = "nodes"
        elif self._space.explored % 16 == 0 and self._space.task.over():
            self._end = "time"
        elif singles and self._best.value > self._checked:
            self._checked = self._best.value
            needed = self._best.needed
            self._proved = all(node.p < needed(node.size + 1) for _, node in singles)
            if self._proved:
                self._end = "done"
        return self._proved or self._end in ("time", "nodes")

    def _idle(self, most: int | None) -> bool:
        """Return whether a clause has been found but too many tried since have not improved on
        it."""
        since = self._space.explored - max(self._best.improved, self._paired)
        return most is not None and since >= most and self._best.value > float("-inf")
