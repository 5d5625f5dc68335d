"""The result of a search: its best clauses, its cost, and why it ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sapper.mio.learning.search.space import Node, Space

#: The search was complete, or reached the limit of clauses, of literals, or of time.
SearchEnd = Literal["done", "nodes", "length", "time"]

_RUNNERS_UP = 8  #: kept too, as the best clause for a seed may not be the best for the theory


@dataclass(frozen=True)
class BestClauses:
    """Consistent clauses, the best first, the number of clauses evaluated, and why it ended."""

    found: tuple[Node, ...]
    explored: int
    end: SearchEnd


class Best:
    """The best consistent clauses so far; of those with the same cover, the shortest.

    ``wanted`` is the number of clauses that matter: the search may skip clauses that cannot become
    one of them.
    """

    def __init__(self, space: Space, wanted: int = 1) -> None:
        self._space, self._wanted = space, wanted
        self._by_cover: dict[int, Node] = {}
        self._needed: dict[int, int] = {}
        self.value = space.task.limits.floor  #: the value that a clause has to exceed
        self.improved = 0  #: the clauses explored when it last changed

    def offer(self, node: Node) -> None:
        """Record a consistent clause."""
        known = self._by_cover.get(node.cover)
        if known is not None and known.size <= node.size:
            return
        if self._wanted > 1 and self._space.value(node) <= self.value:
            return
        node = self._space.reduced(node)
        value = self._space.value(node)
        if value < self._space.task.acceptance.least:
            return
        self._by_cover[node.cover] = node
        if value > self.value:
            ranked = sorted(map(self._space.value, self._by_cover.values()), reverse=True)
            if len(ranked) >= self._wanted and ranked[self._wanted - 1] > self.value:
                self.value = ranked[self._wanted - 1]
                self.improved = self._space.explored
                self._needed.clear()
        if len(self._by_cover) > 8 * max(self._wanted, _RUNNERS_UP):
            self._by_cover = {kept.cover: kept for kept in self.nodes}

    def needed(self, size: int) -> int:
        """Return how many positives a clause of a size needs to be better, without negatives."""
        found = self._needed.get(size)
        if found is None:
            task = self._space.task
            least, found = task.acceptance.least, task.acceptance.positives
            most = task.positives.bit_count()
            while found <= most:
                value = task.evaluation(found, 0, size)
                if value > self.value and value >= least:
                    break
                found += 1
            self._needed[size] = found
        return found

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The best clauses in order; of equal ones, the first that was found comes first."""
        ranked = sorted(self._by_cover.values(), key=lambda n: (-self._space.value(n), n.size))
        return tuple(ranked[: max(self._wanted, _RUNNERS_UP)])
