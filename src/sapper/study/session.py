"""A session: one game of a world, moved by an agent and a user, with undo and redo."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

from sapper.errors import IllegalMoveError
from sapper.game import Move, Position, Referee, World
from sapper.players import Decision, Pass, Player, Reason
from sapper.players import player as read_recipe
from sapper.records.record import Record, Step, newly_open
from sapper.study.counts import HINT, YOU, Counts, counts
from sapper.study.mind import Mind


@dataclass(frozen=True, eq=False)
class _Turn:
    """A step, and the position it was decided in."""

    before: Position
    step: Step

    @property
    def yours(self) -> bool:
        return self.step.decision.strategy == YOU


class Session:
    """One game of a world, stepped by hand.

    The hints of the world are opened at once and stay. Moves form a line, not a tree: one that is
    new drops the moves taken back before it. The agent's luck belongs to its place in the line, so
    after undo it decides as it did; and once other moves were made, as if these were the first.

    Raises ``RulesError`` for a hint outside the grid, or a deal without room for its rules.
    """

    def __init__(self, world: World, player: Player, seed: int = 0, number: int = 0) -> None:
        self.world, self.player = world, player
        self.seed, self.number = seed, number
        self._referee = Referee(world.deal, world.rules)
        self._mind = Mind(player, seed, number)
        self._line: list[_Turn] = []
        self._undone: list[_Turn] = []
        for cell in world.hints:
            index = world.deal.grid.index(cell)
            if self.position.outcome == "playing" and index in self.position.hidden:
                reason = Reason("hint", "shown before the first move")
                self._make(Decision(Move("open", cell), HINT, reason, 0.0))
        self.hints = len(self._line)  #: steps at the front that no undo takes back
        self._others = 0  # steps at the front that another player's game began with

    @classmethod
    def of_record(cls, record: Record, player: Player | None = None) -> Session:
        """The session whose record this is, to go on with; by another player, if one is given.

        Moves that were taken back are not in a record, so there is nothing to redo. Raises
        ``RecipeError`` where a player is needed, ``NotationError`` for steps that cannot be.
        """
        record.check()
        shown = tuple(step.decision.move.cell for step in takewhile(_is_hint, record.steps))
        world = World(record.world or "", record.deal, record.rules, shown)
        chosen = player or read_recipe(record.player)
        session = cls(world, chosen, record.seed or 0, record.number)
        for step in record.steps[session.hints :]:
            session._make(step.decision)
        if str(chosen) != record.player:
            session._others = len(record.steps)
        return session

    @property
    def position(self) -> Position:
        """What agent and user see."""
        return self._referee.position

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps so far, hints first."""
        return tuple(turn.step for turn in self._line)

    @property
    def undoable(self) -> int:
        """How many moves can be taken back."""
        return len(self._line) - self.hints

    @property
    def redoable(self) -> int:
        """How many moves taken back can be made again."""
        return len(self._undone)

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
        if self._undone and len(self._line) >= self._others and not self._undone[-1].yours:
            return self.redo()
        asked = [turn.before for turn in self._line[self.hints :] if not turn.yours]
        decision = self._mind.decide(self.position, asked)
        return decision if isinstance(decision, Pass) else self._make_new(decision)

    def user(self, move: Move) -> Step:
        """Make a move of the user's own.

        Raises ``IllegalMoveError`` for one that the position does not allow, ``RulesError`` for
        one outside the grid; either changes nothing.
        """
        self._check_playing()
        return self._make_new(Decision(move, YOU, Reason("user", "your own move"), None))

    def undo(self) -> Step:
        """Take the last move back, and return it. Raises ``IllegalMoveError`` at the start."""
        if not self.undoable:
            raise IllegalMoveError("there is no move to undo")
        self._referee.undo()
        self._undone.append(self._line.pop())
        return self._undone[-1].step

    def redo(self) -> Step:
        """Make the move taken back last again. Raises ``IllegalMoveError`` if there is none."""
        if not self._undone:
            raise IllegalMoveError("there is no move to redo")
        self._referee.play(self._undone[-1].step.decision.move)
        self._line.append(self._undone.pop())
        return self._line[-1].step

    def record(self) -> Record:
        """The game so far, hints included; ``unfinished`` until it is won or lost."""
        outcome = self.position.outcome
        return Record(
            player=str(self.player),
            rules=self.world.rules,
            deal=self.world.deal,
            steps=self.steps,
            outcome="unfinished" if outcome == "playing" else outcome,
            seed=self.seed,
            number=self.number,
            world=self.world.name or None,
        )

    def _check_playing(self) -> None:
        if self.position.outcome != "playing":
            raise IllegalMoveError(f"the game is {self.position.outcome}: no more moves")

    def _make_new(self, decision: Decision) -> Step:
        step = self._make(decision)
        self._undone.clear()
        self._others = min(self._others, len(self._line) - 1)
        return step

    def _make(self, decision: Decision) -> Step:
        before = self.position
        after = self._referee.play(decision.move)
        step = Step(decision, newly_open(before, after))
        self._line.append(_Turn(before, step))
        return step


def _is_hint(step: Step) -> bool:
    return step.decision.strategy == HINT and step.decision.move.action == "open"
