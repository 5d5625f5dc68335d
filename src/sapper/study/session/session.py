"""A session: one game of a world, played by an agent and a user, with its moves kept as a tree."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise, takewhile

from sapper.errors import IllegalMoveError
from sapper.game import Move, Position, Referee, World
from sapper.players import Decision, Pass, Player, Reason
from sapper.players import player as read_recipe
from sapper.records.record import Record
from sapper.records.step import Step, newly_open
from sapper.study.session.counts import HINT, PEOPLE, YOU, Counts, counts
from sapper.study.session.mind import Mind, Minds
from sapper.study.session.tree import Node


class Session:
    """One game of a world, stepped by hand.

    The hints of the world are opened at once and stay open. Moves form a tree with a cursor: undo
    and redo go along its lines, and a move that was not tried before starts a new line. The agent's
    random numbers depend only on its place in the line, so after undo it decides as it did before;
    after other moves it decides as if these were the first. ``minds`` creates the object that
    decides for the agent, for sessions whose agent runs in another process.

    Raises ``RulesError`` for a hint outside the grid, or if the mines of the deal do not fit under
    its rules.
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
        self._thought: tuple[Node, Decision | Pass] | None = None  # the last hint, and its place
        for cell in world.hints:
            index = world.deal.grid.index(cell)
            if self.position.outcome == "playing" and index in self.position.hidden:
                reason = Reason("hint", "shown before the first move")
                self._make(Decision(Move("open", cell), HINT, reason, 0.0))
        self.hints = len(self._line)  #: steps at the front that cannot be undone

    @classmethod
    def of_record(
        cls, record: Record, player: Player | None = None, *, minds: Minds = Mind
    ) -> Session:
        """Create the session of a record, continued by ``player`` if one is given.

        A record is a single line, so there is nothing to redo. Raises ``RecipeError`` if the
        record's player is not a recipe and none is given, and ``NotationError`` for impossible
        steps.
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
        """The position that the agent and the user see."""
        return self._here.after

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps so far, hints first."""
        return tuple(node.step for node in self._line)

    @property
    def line(self) -> tuple[Step, ...]:
        """The steps so far, and those that redo would repeat."""
        return (*self.steps, *(node.step for node in self._here.onward()))

    @property
    def undoable(self) -> int:
        """The number of moves that can be undone."""
        return len(self._line) - self.hints

    @property
    def redoable(self) -> int:
        """The number of moves that can be redone."""
        return sum(1 for _ in self._here.onward())

    @property
    def siblings(self) -> tuple[Step, ...]:
        """The other moves tried in place of the last one; none if it cannot be undone."""
        if not self.undoable:
            return ()
        return tuple(node.step for node in self._parent.children if node is not self._here)

    @property
    def counts(self) -> Counts:
        """The counts of the line so far."""
        return counts(self.steps, self.position)

    @property
    def by_agents(self) -> int:
        """The number of moves so far that agents made; hints do not count."""
        names = [step.decision.strategy for step in self.steps[self.hints :]]
        return sum(name not in PEOPLE for name in names)

    @property
    def assisted(self) -> bool:
        """Whether a person and an agent both made moves so far."""
        return 0 < self.by_agents < self.undoable

    @property
    def helpers(self) -> str:
        """The agent that made those moves, or ``agents`` if another player made some of them."""
        return "agents" if any(node.others for node in self._line) else str(self.player)

    def agent(self) -> Step | Pass:
        """Let the agent move; if all its strategies pass, nothing changes.

        If the agent's move here was undone, it is made again. Raises ``IllegalMoveError`` if the
        game is over.
        """
        self._check_playing()
        made = self._made_by_agent()
        if made is not None:
            return self._enter(made)
        decision = self.hint()
        return decision if isinstance(decision, Pass) else self._make(decision)

    def hint(self) -> Decision | Pass:
        """Return what the agent would do here, without making the move.

        Raises ``IllegalMoveError`` if the game is over.
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
        """Make the user's own move.

        Raises ``IllegalMoveError`` for a move that the position does not allow and ``RulesError``
        for one outside the grid; neither changes anything.
        """
        self._check_playing()
        tried = (node for node in self._here.children if _yours(node))
        again = next((node for node in tried if node.step.decision.move == move), None)
        if again is not None:
            return self._enter(again)
        return self._make(Decision(move, YOU, Reason("user", "your own move"), None))

    def take(self, decision: Decision) -> Step:
        """Make a move that another player decided here.

        Raises ``IllegalMoveError`` for a move that the position does not allow.
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
        """Undo the last move and return it. Raises ``IllegalMoveError`` at the start."""
        if not self.undoable:
            raise IllegalMoveError("there is no move to undo")
        self._referee.undo()
        return self._line.pop().step

    def redo(self) -> Step:
        """Redo the move undone last. Raises ``IllegalMoveError`` if nothing can be redone."""
        if not self._here.children:
            raise IllegalMoveError("there is no move to redo")
        return self._enter(self._here.children[-1])

    def instead(self) -> Step:
        """Replace the last move by the other move tried there that was visited longest ago.

        Raises ``IllegalMoveError`` if no other move was tried.
        """
        if not self.siblings:
            raise IllegalMoveError("no other move was tried here")
        self.undo()
        return self._enter(self._here.children[0])

    def go_to(self, moves: int) -> None:
        """Undo or redo until ``moves`` moves are made after the hints, or as close as possible."""
        while self.undoable > max(0, moves):
            self.undo()
        while self.undoable < moves and self._here.children:
            self.redo()

    def hand_over(self, player: Player) -> None:
        """Make another player the agent from now on, in every line."""
        self.player, self._mind = player, self._minds(player, self.seed, self.number)
        self._thought = None
        waiting = [self._root]
        while waiting:
            node = waiting.pop()
            node.others = node is not self._root
            waiting += node.children

    def retrace(self, steps: Sequence[Step], others: Collection[int] = ()) -> None:
        """Follow steps from the start, making those that were not tried before.

        The steps begin with the hints and agree with what their decisions open. ``others`` are the
        indices of the steps that another player decided. Raises ``IllegalMoveError`` for a step
        that cannot be made.
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
        """The record of the game so far with its hints; ``unfinished`` until it is over."""
        return self._record(self._line)

    def lines(self) -> tuple[tuple[Record, tuple[int, ...]], ...]:
        """Every line to its end, the line of the cursor last, each with the indices of the steps
        that another player decided."""
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
        """The agent's own move that was made here and undone."""
        own = (node for node in self._here.children if not _yours(node) and not node.others)
        return next(own, None)

    def _check_playing(self) -> None:
        if self.position.outcome != "playing":
            raise IllegalMoveError(f"the game is {self.position.outcome}: no more moves")

    def _make(self, decision: Decision) -> Step:
        """Make a move that is new here: add it to the tree."""
        after = self._referee.play(decision.move)
        step = Step(decision, newly_open(self.position, after))
        node = Node(after, step)
        self._here.visit(node)
        self._line.append(node)
        return step

    def _enter(self, node: Node) -> Step:
        """Make a move that is in the tree already."""
        self._referee.play(node.step.decision.move)
        self._here.visit(node)
        self._line.append(node)
        return node.step


def _yours(node: Node) -> bool:
    return node.step.decision.strategy == YOU


def _is_hint(step: Step) -> bool:
    return step.decision.strategy == HINT and step.decision.move.action == "open"
