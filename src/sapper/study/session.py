"""A session: one game of a world, moved by an agent and a user, its moves kept as a tree."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise, takewhile

from sapper.errors import IllegalMoveError
from sapper.game import Move, Position, Referee, World
from sapper.players import Decision, Pass, Player, Reason
from sapper.players import player as read_recipe
from sapper.records.record import Record, Step, newly_open
from sapper.study.counts import HINT, YOU, Counts, counts
from sapper.study.mind import Mind, Minds
from sapper.study.tree import Node


class Session:
    """One game of a world, stepped by hand.

    The hints of the world are opened at once and stay. Moves form a tree with a cursor: undo and
    redo go along its lines, and a move that differs from those tried before begins a line of its
    own. The agent's luck belongs to its place in the line, so after undo it decides as it did; and
    once other moves were made, as if these were the first. ``minds`` makes what the agent thinks
    with, for sessions that think elsewhere.

    Raises ``RulesError`` for a hint outside the grid, or a deal without room for its rules.
    """

    def __init__(
        self,
        world: World,
        player: Player,
        seed: int = 0,
        number: int = 0,
        *,
        minds: Minds = Mind,
    ) -> None:
        self.world, self.player = world, player
        self.seed, self.number = seed, number
        self._referee = Referee(world.deal, world.rules)
        self._minds = minds
        self._mind = minds(player, seed, number)
        self._root = Node(self._referee.position)
        self._line: list[Node] = []  # from the root to the cursor, without the root
        self._thought: tuple[Node, Decision | Pass] | None = None  # what was hinted, and where
        for cell in world.hints:
            index = world.deal.grid.index(cell)
            if self.position.outcome == "playing" and index in self.position.hidden:
                reason = Reason("hint", "shown before the first move")
                self._make(Decision(Move("open", cell), HINT, reason, 0.0))
        self.hints = len(self._line)  #: steps at the front that no undo takes back

    @classmethod
    def of_record(
        cls, record: Record, player: Player | None = None, *, minds: Minds = Mind
    ) -> Session:
        """The session whose record this is, to go on with; by another player, if one is given.

        A record is one line, so there is nothing to redo. Raises ``RecipeError`` where a player
        is needed, ``NotationError`` for steps that cannot be.
        """
        record.check()
        shown = tuple(step.decision.move.cell for step in takewhile(_is_hint, record.steps))
        world = World(record.world or "", record.deal, record.rules, shown)
        chosen = player or read_recipe(record.player)
        session = cls(world, chosen, record.seed or 0, record.number, minds=minds)
        all_of_them = range(len(record.steps))
        session.retrace(record.steps, () if str(chosen) == record.player else all_of_them)
        return session

    @property
    def position(self) -> Position:
        """What agent and user see."""
        return self._here.after

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps so far, hints first."""
        return tuple(node.step for node in self._line)

    @property
    def line(self) -> tuple[Step, ...]:
        """The steps so far, and those that redo would make again."""
        return (*self.steps, *(node.step for node in self._here.onward()))

    @property
    def undoable(self) -> int:
        """How many moves can be taken back."""
        return len(self._line) - self.hints

    @property
    def redoable(self) -> int:
        """How many moves taken back can be made again."""
        return sum(1 for _ in self._here.onward())

    @property
    def siblings(self) -> tuple[Step, ...]:
        """The moves tried instead of the last one; none where no undo goes."""
        if not self.undoable:
            return ()
        return tuple(node.step for node in self._parent.children if node is not self._here)

    @property
    def counts(self) -> Counts:
        """What has come of it so far."""
        return counts(self.steps, self.position)

    def agent(self) -> Step | Pass:
        """Let the agent move; where all its strategies pass nothing changes.

        A move of the agent that was taken back here is made again. Raises ``IllegalMoveError``
        when the game is over.
        """
        self._check_playing()
        made = self._made_by_agent()
        if made is not None:
            return self._enter(made)
        decision = self.hint()
        return decision if isinstance(decision, Pass) else self._make(decision)

    def hint(self) -> Decision | Pass:
        """What the agent would do here; nothing changes.

        Raises ``IllegalMoveError`` when the game is over.
        """
        self._check_playing()
        made = self._made_by_agent()
        if made is not None:
            return made.step.decision
        if self._thought is None or self._thought[0] is not self._here:
            line = [self._root, *self._line][self.hints :]
            asked = [at.after for at, node in pairwise(line) if not _yours(node)]
            self._thought = self._here, self._mind.decide(self.position, asked)
        return self._thought[1]

    def user(self, move: Move) -> Step:
        """Make a move of the user's own.

        Raises ``IllegalMoveError`` for one that the position does not allow, ``RulesError`` for
        one outside the grid; either changes nothing.
        """
        self._check_playing()
        tried = (node for node in self._here.children if _yours(node))
        again = next((node for node in tried if node.step.decision.move == move), None)
        if again is not None:
            return self._enter(again)
        return self._make(Decision(move, YOU, Reason("user", "your own move"), None))

    def take(self, decision: Decision) -> Step:
        """Make a move that another player decided here.

        Raises ``IllegalMoveError`` for one that the position does not allow.
        """
        self._check_playing()
        known = (node for node in self._here.children if node.step.decision == decision)
        again = next(known, None)
        if again is not None:
            return self._enter(again)
        step = self._make(decision)
        self._here.others = True
        return step

    def undo(self) -> Step:
        """Take the last move back, and return it. Raises ``IllegalMoveError`` at the start."""
        if not self.undoable:
            raise IllegalMoveError("there is no move to undo")
        self._referee.undo()
        return self._line.pop().step

    def redo(self) -> Step:
        """Make the move taken back last again. Raises ``IllegalMoveError`` if there is none."""
        if not self._here.children:
            raise IllegalMoveError("there is no move to redo")
        return self._enter(self._here.children[-1])

    def instead(self) -> Step:
        """Make, instead of the last move, the one tried there whose turn is longest ago.

        Raises ``IllegalMoveError`` if no other was tried.
        """
        if not self.siblings:
            raise IllegalMoveError("no other move was tried here")
        self.undo()
        return self._enter(self._here.children[0])

    def go_to(self, moves: int) -> None:
        """Undo or redo until so many moves are made after the hints, or as near as it gets."""
        while self.undoable > max(0, moves):
            self.undo()
        while self.undoable < moves and self._here.children:
            self.redo()

    def hand_over(self, player: Player) -> None:
        """Another player is the agent from here on, in every line."""
        self.player, self._mind = player, self._minds(player, self.seed, self.number)
        self._thought = None
        waiting = [self._root]
        while waiting:
            node = waiting.pop()
            node.others = node is not self._root
            waiting += node.children

    def retrace(self, steps: Sequence[Step], others: Collection[int] = ()) -> None:
        """Go along steps from the start, making those that were not tried before.

        ``others`` are the indices of those that another player decided. The steps begin with the
        hints, and are what their decisions lead to. Raises ``IllegalMoveError`` for one that
        cannot be made.
        """
        self.go_to(0)
        for number, step in enumerate(steps[self.hints :], start=self.hints):
            known = (node for node in self._here.children if node.step == step)
            again = next(known, None)
            if again is not None:
                self._enter(again)
            else:
                self._make(step.decision)
            self._here.others = number in others

    def record(self) -> Record:
        """The game so far, hints included; ``unfinished`` until it is won or lost."""
        return self._record(self._line)

    def lines(self) -> tuple[tuple[Record, tuple[int, ...]], ...]:
        """Every line to its end, the one that the cursor is on last; and with each the indices of
        the steps that another player decided."""
        return tuple(
            (self._record(line), tuple(i for i, node in enumerate(line) if node.others))
            for line in self._root.lines()
        )

    def _record(self, line: Sequence[Node]) -> Record:
        outcome = line[-1].after.outcome if line else self._root.after.outcome
        return Record(
            player=str(self.player),
            rules=self.world.rules,
            deal=self.world.deal,
            steps=tuple(node.step for node in line),
            outcome="unfinished" if outcome == "playing" else outcome,
            seed=self.seed,
            number=self.number,
            world=self.world.name or None,
        )

    @property
    def _here(self) -> Node:
        return self._line[-1] if self._line else self._root

    @property
    def _parent(self) -> Node:
        return self._line[-2] if len(self._line) > 1 else self._root

    def _made_by_agent(self) -> Node | None:
        """What the agent did here before a move was taken back."""
        own = (node for node in self._here.children if not _yours(node) and not node.others)
        return next(own, None)

    def _check_playing(self) -> None:
        if self.position.outcome != "playing":
            raise IllegalMoveError(f"the game is {self.position.outcome}: no more moves")

    def _make(self, decision: Decision) -> Step:
        """A new place in the tree."""
        after = self._referee.play(decision.move)
        step = Step(decision, newly_open(self.position, after))
        node = Node(after, step)
        self._here.visit(node)
        self._line.append(node)
        return step

    def _enter(self, node: Node) -> Step:
        """A place that was there already."""
        self._referee.play(node.step.decision.move)
        self._here.visit(node)
        self._line.append(node)
        return node.step


def _yours(node: Node) -> bool:
    return node.step.decision.strategy == YOU


def _is_hint(step: Step) -> bool:
    return step.decision.strategy == HINT and step.decision.move.action == "open"
