"""A game as a tree of all lines of moves that were tried."""

from __future__ import annotations

from collections.abc import Iterator

from sapper.game import Position
from sapper.records.step import Step


class GameNode:
    """A node of the tree: a step, and the position that it led to.

    ``children`` are the nodes tried from here, the last visited one at the end, so the path of last
    children from the root is the current line of a session. ``player`` is the recipe or the name of
    the player that decided the step; it is None for the user's own moves and for hints. The root
    has no step.
    """

    def __init__(
        self, after: Position, step: Step | None = None, player: str | None = None
    ) -> None:
        self.after, self.player = after, player
        self.children: list[GameNode] = []
        self._step = step

    @property
    def step(self) -> Step:
        """The step that led here; the root has none."""
        assert self._step is not None, "the root of a game has no step"
        return self._step

    def visit(self, child: GameNode) -> None:
        """Make a child the last visited one; add it if it is new."""
        if child in self.children:
            self.children.remove(child)
        self.children.append(child)

    def onward(self) -> Iterator[GameNode]:
        """Yield the last visited child, its last visited child, and so on."""
        node = self
        while node.children:
            node = node.children[-1]
            yield node

    def lines(self) -> Iterator[list[GameNode]]:
        """Yield every line from here to its end, the last visited one at the end."""
        waiting: list[list[GameNode]] = [[self]]
        while waiting:
            line = waiting.pop()
            while len(line[-1].children) == 1:
                line.append(line[-1].children[0])
            if not line[-1].children:
                yield line[1:]
            waiting += [[*line, child] for child in reversed(line[-1].children)]
