"""The clauses below a most specific clause: their covers, refinements, and the best of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from math import ceil, inf
from typing import Literal, NamedTuple

from mio.background.columns import Goal
from mio.background.interpreter import OutOfTimeError
from mio.learning.coverage import BodyPart, Coverage, ExampleSets
from mio.learning.saturation import Bottom, SearchStep, bits
from mio.learning.settings import LearningSettings, compression
from mio.learning.thresholds import Thresholds

_MIN_JOINED_APART = 200  #: number of examples above which positives are joined before negatives


@dataclass(frozen=True)
class SearchTask:
    """The task shared by all searches of a round: the uncovered positives and the negatives, how to
    search, the value that a clause must exceed, and a function that returns true once time is
    up."""

    coverage: Coverage
    examples: ExampleSets
    settings: LearningSettings
    floor: float = -inf
    over: Callable[[], bool] = lambda: False


class Chain(NamedTuple):
    """Literals connected by variables other than the head's; both are bits."""

    literals: int
    variables: int


class Node(NamedTuple):
    """A clause: its literals and bound variables as bits, its cover, and the numbers of the task's
    positives and negatives in it."""

    literals: int
    bound: int
    chains: tuple[Chain, ...]
    cover: int
    p: int
    n: int

    @property
    def size(self) -> int:
        """The literals of its body."""
        return self.literals.bit_count()


class Space:
    """Makes and evaluates the clauses below one most specific clause, and counts them.

    ``explored`` counts evaluations; clauses inside a step are not evaluated. If clauses may cover
    negatives, ``tried`` has the covers of all, and the literals of the shortest with each. With
    ``thresholds``, clauses may also compare numbers with the constants that suit them best.
    """

    def __init__(
        self, bottom: Bottom, task: SearchTask, thresholds: Thresholds | None = None
    ) -> None:
        self.bottom, self.task, self._thresholds = bottom, task, thresholds
        self.explored = 0
        self.tried: dict[int, int] = {}
        self.work = task.coverage.background.work
        self._arity = task.coverage.arity
        self._head_variables = (1 << self._arity) - 1
        self._parts: dict[int, BodyPart] = {}
        self._owned: dict[int, int] = {}
        self._chains: dict[int, tuple[tuple[Chain, ...], int]] = {}
        self._own = [binds & ~self._head_variables for binds in bottom.binds]

    @cached_property
    def root(self) -> Node:
        """The clause without a body."""
        cover = self.task.coverage.head(self.bottom.head)
        cover &= self.task.examples.positives | self.task.examples.negatives
        return self._node(0, self.bottom.bound, (), cover)

    def refine(self, node: Node, literals: int, fewest: int = 0, within: int = -1) -> Node | None:
        """Return the clause extended by literals whose inputs it binds, or None if the result
        covers fewer than ``fewest`` positives; if there are many, negatives are not evaluated then.
        ``within`` has, as bits, the only examples that it may cover, which can suffice to rule it
        out."""
        self.explored += 1
        self.work.add("clause")
        found = self._extend(node, literals, fewest, within)
        if found is not None and self.task.settings.acceptance.noise:
            size = self.tried.setdefault(found.cover, found.size)
            self.tried[found.cover] = min(size, found.size)
        return found

    def _extend(self, node: Node, literals: int, fewest: int, within: int = -1) -> Node | None:
        examples = self.task.examples
        cover = node.cover
        positives = cover & within & examples.positives
        if positives.bit_count() < fewest:
            return None
        fresh, binds = self._added(literals & ~node.literals)
        same: Sequence[Chain] = node.chains
        changed: list[Chain] = []
        for chain in fresh:
            same, changed = _joined(same, changed, chain)
        cover &= positives | examples.negatives & within
        # The seed is certainly covered, and a join of few rows takes as long as one of fewer.
        if fewest > 1 and cover.bit_count() > _MIN_JOINED_APART:
            for chain in changed:
                positives = self._part(chain.literals).within(positives)
                if positives.bit_count() < fewest:
                    return None
            cover &= positives | examples.negatives
        for chain in changed:
            cover = self._part(chain.literals).within(cover)
            if (cover & examples.positives).bit_count() < fewest:
                return None
        return self._node(node.literals | literals, node.bound | binds, (*same, *changed), cover)

    def _added(self, literals: int) -> tuple[tuple[Chain, ...], int]:
        """Return the chains formed by literals alone, and the variables they bind."""
        found = self._chains.get(literals)
        if found is None:
            chains: list[Chain] = []
            binds = 0
            for i in bits(literals):
                binds |= self.bottom.binds[i]
                _, chains = _joined((), chains, Chain(1 << i, self._own[i]))
            found = self._chains[literals] = (tuple(chains), binds)
        return found

    def _part(self, literals: int) -> BodyPart:
        found = self._parts.get(literals)
        if found is None:
            goals = self.bottom.canonical(literals)
            found = self._parts[literals] = self.task.coverage.canonical_part(goals)
        return found

    def complete(self, node: Node) -> bool:
        """Return whether the body binds all outputs of the head."""
        return self.bottom.outputs & ~node.bound == 0

    def consistent(self, node: Node) -> bool:
        """Return whether a theory may accept the clause, regardless of its evaluation."""
        return self.complete(node) and self.task.settings.acceptance.accepts(node.p, node.n)

    def value(self, node: Node) -> int:
        """Return the evaluation of a clause."""
        return compression(node.p, node.n, node.size)

    def own(self, literals: int) -> int:
        """Return the variables of literals other than the head's, as bits."""
        found = self._owned.get(literals)
        if found is None:
            found = 0
            for i in bits(literals):
                found |= self._own[i]
            self._owned[literals] = found
        return found

    def beside(self, node: Node, variables: int) -> Iterator[int]:
        """Yield the literals that share one of these variables and have their inputs bound."""
        for i, own in enumerate(self._own[: self.bottom.size]):
            if own & variables and not node.literals >> i & 1 and self.ready(node.bound, i):
                yield i

    def comparisons(self, node: Node, variables: int = -1) -> Iterator[int]:
        """Yield literals, as bits, that compare the numbers that a clause binds, among these
        ``variables``, with the best constants."""
        if self._thresholds is None:
            return
        bottom, examples = self.bottom, self.task.examples
        left = ExampleSets(examples.positives & node.cover, examples.negatives & node.cover)
        body = [bottom.goals[i] for i in bits(node.literals)]
        for variable in bits(node.bound & variables):
            kind = bottom.types.get(variable, "")
            used = {g.about[0] for g in body if g.args[0] == variable}
            names = [name for name in self._thresholds.comparisons(kind) if name not in used]
            if not names:
                continue
            chain = next((c for c in node.chains if c.variables >> variable & 1), None)
            goals = [bottom.goals[i] for i in bits(chain.literals)] if chain else []
            extremes = self.task.coverage.extremes(goals, variable, node.cover)
            for name in names:
                self.work.add("cut")
                self.work.add("row", node.p + node.n)
                for symbol in self._thresholds.cuts(kind, name, extremes[name], left):
                    literal = bottom.comparison(name, variable, symbol)
                    self._own += (b & ~self._head_variables for b in bottom.binds[len(self._own) :])
                    yield 1 << literal

    def ready(self, bound: int, literal: int) -> bool:
        """Return whether a literal's inputs are among the bound variables."""
        return any(need & ~bound == 0 for need in self.bottom.needs[literal])

    def reduce(self, node: Node) -> Node:
        """Return the clause without the literals that exclude nothing.

        The last literals are dropped first, along with those whose inputs only they bind.
        """
        for i in reversed(bits(node.literals)):
            if not node.literals >> i & 1 or node.size == 1:
                continue
            kept = self._supported(node.literals & ~(1 << i))
            smaller = self._extend(self.root, kept, 0)
            if smaller is None or not self.complete(smaller):
                continue
            if smaller.p >= node.p and smaller.n <= node.n:
                node = smaller
        return node

    def body(self, node: Node) -> tuple[Goal, ...]:
        """Return the goals of a clause in an order in which each has its inputs bound."""
        bound, left, ordered = self.bottom.bound, bits(node.literals), list[Goal]()
        while left:
            ready = [i for i in left if self.ready(bound, i)]
            tests = [i for i in ready if self.bottom.binds[i] & ~bound == 0]
            chosen = (tests or ready)[0]
            bound |= self.bottom.binds[chosen]
            ordered.append(self.bottom.goals[chosen])
            left.remove(chosen)
        return tuple(ordered)

    def _supported(self, literals: int) -> int:
        """Return the literals of a set whose inputs the others bind."""
        bound, kept, left = self.bottom.bound, 0, bits(literals)
        while True:
            ready = [i for i in left if self.ready(bound, i)]
            if not ready:
                return kept
            for i in ready:
                kept |= 1 << i
                bound |= self.bottom.binds[i]
            left = [i for i in left if i not in ready]

    def _node(self, literals: int, bound: int, chains: tuple[Chain, ...], cover: int) -> Node:
        return Node(literals, bound, chains, cover, *self.task.examples.counts(cover))


def _joined(
    same: Sequence[Chain], changed: list[Chain], fresh: Chain
) -> tuple[Sequence[Chain], list[Chain]]:
    """Add a chain to those of a clause, merging it with those that share its variables.

    Returns the unchanged chains (``same``) and the others (``changed``).
    """
    literals, variables = fresh
    if not variables:
        return same, [*changed, fresh]
    apart: tuple[list[Chain], list[Chain]] = ([], [])
    for others, chains in zip(apart, (same, changed), strict=True):
        for chain in chains:
            if chain.variables & variables:
                literals, variables = literals | chain.literals, variables | chain.variables
            else:
                others.append(chain)
    return apart[0], [*apart[1], Chain(literals, variables)]


#: The search was complete, or reached the limit of clauses, of literals, or of time.
SearchEnd = Literal["done", "nodes", "length", "time"]

_RUNNERS_UP = 8  #: also kept, because the best clause for a seed may not be the best for the theory


@dataclass(frozen=True)
class BestClauses:
    """The result of a search: consistent clauses, best first, the number evaluated, and why it
    ended."""

    found: tuple[Node, ...]
    explored: int
    end: SearchEnd


class Search:
    """A search in a space; subclasses define ``_search``, which sets ``_end`` if it is cut."""

    def __init__(self, space: Space, steps: Sequence[SearchStep]) -> None:
        self._space, self._steps = space, steps
        self._best = Best(space)
        self._end: SearchEnd = "done"

    def run(self) -> BestClauses:
        """Return the best clauses, or the best so far if time runs out during a join."""
        root = self._space.root
        if self._space.consistent(root):
            self._best.offer(root)
        with suppress(OutOfTimeError):
            self._search(root)
            return BestClauses(self._best.nodes, self._space.explored, self._end)
        return BestClauses(self._best.nodes, self._space.explored, "time")

    def _search(self, root: Node) -> None:
        raise NotImplementedError


class Best:
    """Collects the best consistent clauses, only the shortest of those with the same cover.

    The search may skip clauses that cannot become one of those ``wanted`` by the settings.
    """

    def __init__(self, space: Space) -> None:
        self._space, self._wanted = space, space.task.settings.wanted
        self._by_cover: dict[int, Node] = {}
        self.value = space.task.floor  #: value that a clause must exceed
        self.improved = 0  #: clauses explored at the last change

    def offer(self, node: Node) -> None:
        """Record a consistent clause."""
        known = self._by_cover.get(node.cover)
        if known is not None and known.size <= node.size:
            return
        if self._wanted > 1 and self._space.value(node) <= self.value:
            return
        node = self._space.reduce(node)
        value = self._space.value(node)
        if value < self._space.task.settings.acceptance.least:
            return
        self._by_cover[node.cover] = node
        if value > self.value:
            ranked = sorted(map(self._space.value, self._by_cover.values()), reverse=True)
            if len(ranked) >= self._wanted and ranked[self._wanted - 1] > self.value:
                self.value = ranked[self._wanted - 1]
                self.improved = self._space.explored
        if len(self._by_cover) > 8 * max(self._wanted, _RUNNERS_UP):
            self._by_cover = {kept.cover: kept for kept in self.nodes}

    def needed(self, size: int) -> int:
        """Return the number of positives with which a clause of a size and without negatives is
        better."""
        accepted = self._space.task.settings.acceptance
        value = max(self.value + 1, accepted.least)  # values are whole numbers
        return accepted.positives if value == -inf else max(accepted.positives, ceil(value) + size)

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The best clauses in order; equal ones are in order of discovery."""
        ranked = sorted(self._by_cover.values(), key=lambda n: (-self._space.value(n), n.size))
        return tuple(ranked[: max(self._wanted, _RUNNERS_UP)])
