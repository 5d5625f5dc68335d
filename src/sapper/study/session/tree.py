"""A game as a tree of all lines of moves that were tried."""

from __future__ import annotations

from collections.abc import Iterator

from sapper.game import Position
from sapper.records.step import Step


class Node:
    """A node of the tree: a step, and the position that it led to.

    ``children`` are the nodes tried from here, the last visited one at the end, so the path of last
    children from the root is the current line of a session. ``others`` is true if a player other
    than the session's decided the step. The root has no step.
    """

    def __init__(self, after: Position, step: Step | None = None) -> None:
        self.after, self.others = after, False
        self.children: list[Node] = []
        self._step = step

    @property
    def step(self) -> Step:
        """The step that led here; the root has none."""
        assert self._step is not None, "the root of a game has no step"
        return self._step

    def visit(self, child: Node) -> None:
        """Make a child the last visited one; add it if it is new."""
        if child in self.children:
            self.children.remove(child)
        self.children.append(child)

    def onward(self) -> Iterator[Node]:
        """Yield the last visited child, its last visited child, and so on."""
        node = self
        while node.children:
            node = node.children[-1]
            yield node

    def lines(self) -> Iterator[list[Node]]:
        """Yield every line from here to its end, the last visited one at the end."""
        waiting: list[list[Node]] = [[self]]
        while waiting:
            line = waiting.pop()
            while len(line[-1].children) == 1:
                line.append(line[-1].children[0])
            if not line[-1].children:
                yield line[1:]
            waiting += [[*line, child] for child in reversed(line[-1].children)]
