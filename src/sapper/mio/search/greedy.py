"""Greedy search with macros, and the beam that it is the narrowest of.

Look ahead: all pairs of macros; keep the best evaluated; extend it with every macro; keep the
best; stop when none can be extended (Peña Castillo & Wrobel 2003, §3.2). A wider beam keeps more
than one.
"""

from __future__ import annotations

from collections.abc import Sequence

from sapper.mio.macros import Step
from sapper.mio.score import gain
from sapper.mio.search.outcome import Best, End, Outcome
from sapper.mio.search.space import Node, Space

_PAIRED = 400  #: of more macros than these only the best are paired
_ALIKE_STEPS = 4  #: macros of one cover that are tried
_IDLE_STEPS = 12  #: macros that cover everything, to be tried in pairs
_ALIKE = 2  #: clauses of one cover that a beam keeps


def greedy(space: Space, steps: Sequence[Step], width: int = 1) -> Outcome:
    """Search with a beam of some width; 1 is the paper's greedy search.

    What comes out is the best of all consistent clauses met on the way.
    """
    return _Beam(space, steps, width).run()


class _Beam:
    def __init__(self, space: Space, steps: Sequence[Step], width: int) -> None:
        self._space, self._steps, self._width = space, steps, width
        task = space.task
        self._best = Best(space, task.limits.wanted)
        self._gain = gain(task.positives.bit_count(), task.negatives.bit_count())
        self._end: End = "done"

    def run(self) -> Outcome:
        root = self._space.root()
        if self._space.consistent(root):
            self._best.offer(root)
        singles = self._unlike(root)
        ranked = sorted(singles, key=lambda single: self._rank(single[1]))[:_PAIRED]
        nodes = [node for _, node in singles if self._changed(root, node)]
        for total in range(1, 2 * len(ranked) - 2):  # the most promising pairs first
            for i in range(max(0, total - len(ranked) + 1), (total + 1) // 2):
                pair = self._try(ranked[i][1], ranked[total - i][0])
                if pair is not None and self._changed(ranked[i][1], pair):
                    nodes.append(pair)
            if self._over():
                break
        steps = [step for step, node in singles if self._changed(root, node)]
        while nodes and not self._over():
            beam = self._kept(nodes)
            nodes = []
            for node in beam:
                for step in steps:
                    if step.literals & ~node.literals:
                        extended = self._try(node, step)
                        if extended is not None and self._changed(node, extended):
                            nodes.append(extended)
                if self._over():
                    break
        return Outcome(self._best.nodes, self._space.explored, self._end)

    def _try(self, node: Node, step: Step) -> Node | None:
        """The clause with a step more, if it is worth going on with; the consistent are noted."""
        if self._over():
            return None
        space = self._space
        size = (node.literals | step.literals).bit_count()
        if size > space.task.limits.length:
            self._end = "length"
            return None
        found = space.refined(node, step.literals, self._best.needed(size))
        if found is None or found.p < self._best.needed(size):
            return None
        if space.consistent(found):
            self._best.offer(found)
            if found.n == 0:
                return None
        return found if found.p >= self._best.needed(size + (found.n > 0)) else None

    def _changed(self, node: Node, extended: Node) -> bool:
        """Whether a step kept something out, or bound an output of the head."""
        binds = extended.bound & ~node.bound & self._space.bottom.outputs
        return bool(binds) or extended.cover != node.cover

    def _unlike(self, root: Node) -> list[tuple[Step, Node]]:
        """The macros as clauses; of those with one cover the shortest, which differ in what they
        can be joined to. More are kept that keep nothing out by themselves: in pairs they may."""
        alike: dict[int, int] = {}
        kept = []
        for step in self._steps:
            node = self._try(root, step)
            if node is not None:
                alike[node.cover] = alike.get(node.cover, 0) + 1
                most = _ALIKE_STEPS if self._changed(root, node) else _IDLE_STEPS
                if alike[node.cover] <= most:
                    kept.append((step, node))
        return kept

    def _rank(self, node: Node) -> tuple[float, int, int]:
        return -self._gain(node.p, node.n), node.size, node.literals

    def _kept(self, nodes: Sequence[Node]) -> list[Node]:
        beam: list[Node] = []
        alike: dict[int, int] = {}
        seen: set[int] = set()
        for node in sorted(nodes, key=self._rank):
            if node.literals in seen or alike.get(node.cover, 0) >= _ALIKE:
                continue
            seen.add(node.literals)
            alike[node.cover] = alike.get(node.cover, 0) + 1
            beam.append(node)
            if len(beam) == self._width:
                break
        return beam

    def _over(self) -> bool:
        limits = self._space.task.limits
        if limits.over:
            self._end = "time"
        elif self._space.explored >= limits.nodes:
            self._end = "nodes"
        return self._end in ("time", "nodes")
