"""A game as a tree: every line of moves that was tried."""

from __future__ import annotations

from collections.abc import Iterator

from sapper.game import Position
from sapper.records.record import Step


class Node:
    """A place in the tree: the step that led here, and the position it led to.

    ``children`` are the places tried from here, the one visited last at the end; so the path of
    last children from the root is the line that a session is on. ``others`` says that another
    player than the session's decided the step. The root has no step.
    """

    def __init__(self, after: Position, step: Step | None = None) -> None:
        self.after, self.others = after, False
        self.children: list[Node] = []
        self._step = step

    @property
    def step(self) -> Step:
        """The step that led here; the root has none."""
        assert self._step is not None, "the root of a game is no step"
        return self._step

    def visit(self, child: Node) -> None:
        """Make a child the one visited last; one that is new joins."""
        if child in self.children:
            self.children.remove(child)
        self.children.append(child)

    def onward(self) -> Iterator[Node]:
        """The places that were visited last, from the next one on."""
        node = self
        while node.children:
            node = node.children[-1]
            yield node

    def lines(self) -> Iterator[list[Node]]:
        """Every line from here to its end, the one visited last at the end."""
        waiting: list[list[Node]] = [[self]]
        while waiting:
            line = waiting.pop()
            while len(line[-1].children) == 1:
                line.append(line[-1].children[0])
            if not line[-1].children:
                yield line[1:]
            waiting += [[*line, child] for child in reversed(line[-1].children)]
