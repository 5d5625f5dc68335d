"""IDA*: depth-first search with a threshold for the best clause below a most specific one.

The value of a clause with p positives, n negatives and c literals is p - n - c. Clauses below it
are bounded by one with the same positives, no negatives and h more literals, where h is the minimum
needed to bind the head's outputs, or 1 to make the clause consistent (as in Muggleton 1995, §5,
p - c - h). The threshold is lowered to the highest bound below it (Korf 1985, "Depth-first
iterative-deepening") until a clause reaches it; that clause is the best. With macros as steps, the
clauses in between are never evaluated.
"""

from __future__ import annotations

from collections.abc import Sequence

from mio.learning.saturation import SearchStep, bits
from mio.learning.search.space import BestClauses, Node, Search, Space
from mio.learning.settings import compression

_UNREACHABLE = 10**6


def ida(space: Space, steps: Sequence[SearchStep]) -> BestClauses:
    """Search until the best clause is found or a limit is reached.

    A clause is counted each time it is evaluated, again under every lower threshold.
    """
    return _Ida(space, steps).run()


def fewest_more(space: Space, node: Node) -> int:
    """Return a lower bound on the literals missing from a clause before it can be accepted."""
    needed = 0
    if space.bottom.outputs & ~node.bound:
        needed = _distance(space, node)
    if not needed and not space.task.settings.acceptance.consistent(node.p, node.n):
        needed = 1
    return needed


def _distance(space: Space, node: Node) -> int:
    """Return the length of the longest of the shortest chains that bind an output of the head."""
    bottom = space.bottom
    far = dict.fromkeys(bits(node.bound), 0)
    changed = True
    while changed:
        changed = False
        for needs, binds in zip(bottom.needs, bottom.binds, strict=True):
            ways = (
                max((far.get(v, _UNREACHABLE) for v in bits(need)), default=0) for need in needs
            )
            cost = min(ways, default=_UNREACHABLE) + 1
            for variable in bits(binds):
                if cost < far.get(variable, _UNREACHABLE):
                    far[variable] = cost
                    changed = True
    return max(far.get(v, _UNREACHABLE) for v in bits(bottom.outputs))


class _Ida(Search):
    def __init__(self, space: Space, steps: Sequence[SearchStep]) -> None:
        super().__init__(space, steps)
        self._seen: set[int] = set()
        self._threshold = self._next = float("-inf")

    def _search(self, root: Node) -> None:
        self._next = self._bound(root)
        while self._next > self._best.value and not self._over():
            self._threshold, self._next = self._next, float("-inf")
            self._seen.clear()
            self._descend(root)

    def _descend(self, node: Node) -> None:
        """Visit the clauses below a node whose bounds reach the threshold.

        No bound is above the threshold, so a clause that reaches it is the best.
        """
        for step in self._steps:
            literals = node.literals | step.literals
            if literals == node.literals or literals in self._seen:
                continue
            if step.size == 1 and not self._space.ready(node.bound, bits(step.literals)[0]):
                continue
            if literals.bit_count() > self._space.task.settings.length:
                self._end = "length"
                continue
            self._seen.add(literals)
            if self._over() or self._best.value >= self._threshold:
                return
            if compression(node.p, 0, literals.bit_count()) <= self._best.value:
                continue
            found = self._space.refine(node, step.literals)
            assert found is not None
            if found.p < self._space.task.settings.acceptance.positives:
                continue
            if self._space.consistent(found):
                self._best.offer(found)
            bound = self._bound(found)
            if bound <= self._best.value or (found.n == 0 and self._space.complete(found)):
                continue
            if bound < self._threshold:
                self._next = max(self._next, bound)
            else:
                self._descend(found)

    def _bound(self, node: Node) -> float:
        size = node.size + fewest_more(self._space, node)
        if size > self._space.task.settings.length:
            return float("-inf")
        return compression(node.p, 0, size)

    def _over(self) -> bool:
        task = self._space.task
        if self._space.explored >= task.settings.nodes:
            self._end = "nodes"
        elif self._space.explored % 64 == 0 and task.over():
            self._end = "time"
        return self._end in ("nodes", "time")
