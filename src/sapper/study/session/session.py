"""A session: a game of a world that an agent and a user play, with its moves as a tree."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, takewhile

from sapper.errors import IllegalMoveError, RulesError, plural
from sapper.game import Deal, Move, Position, Referee, World
from sapper.notation.variations.variations import Marks
from sapper.players import Decision, Pass, Player, Reason
from sapper.players import player as read_recipe
from sapper.players.recipes import is_recipe
from sapper.records.game import (
    LONGEST_PATH,
    PEOPLE,
    YOU,
    CellsBetween,
    Path,
    Step,
    is_of_person,
    timed,
    with_risks,
)
from sapper.records.record import Record
from sapper.study.session.counts import HINT, GameCounts, GameNode, Origin, Played, counts
from sapper.study.session.decider import Decide, Decider
from sapper.study.tree import Tree, on_board

PLAYERS = 8  #: players whose state a session keeps; the least recently asked is dropped first
ADVISER = "swift"  #: the agent of a person's game that names no other
SEVERAL = "agents"  #: the name shown for several players, or for an unknown one


class Session:
    """A game of a world, played step by step.

    The hints of the world are opened at once and stay open. Moves form a ``tree`` with a cursor:
    undo and redo follow its lines, ``visit`` goes anywhere, and a new move starts a new line. The
    first line is the main line until another is promoted.

    Any player may move or advise. Its memory and its random numbers are those of a player that has
    decided only its own moves on this line. So a player that makes every move plays the game of
    ``sapper play``, and decides the same again after undo. It never sees positions in which someone
    else moved, or in which its advice was ignored.

    ``decide`` answers the requests for decisions; by default players run in this process.
    ``origin`` describes the board's origin, ``name`` is the user's, and ``began`` is the earliest
    known time of a move, in seconds since the epoch.

    Raises ``RulesError`` for a hint outside the grid, or if the rules leave no room for the mines
    of the deal.
    """

    def __init__(
        self,
        world: World,
        player: Player,
        seed: int = 0,
        number: int = 0,
        *,
        decide: Decide | None = None,
    ) -> None:
        self.world, self.player = world, player
        self.seed, self.number = seed, number
        self._referee = Referee(world.deal, world.rules)
        self.origin = Origin()
        self.name = YOU
        self.began = 0.0
        self.pointed = 0  #: cells of the paths of all moves
        self._decide = decide
        self._deciders: OrderedDict[str, Decider] = OrderedDict()
        self.tree = Tree(Played(self._referee.position))  #: all moves that were tried
        for cell in world.hints:
            index = world.deal.grid.index(cell)
            if self.position.outcome == "playing" and index in self.position.hidden:
                reason = Reason("hint", "shown before the first move")
                self._make(Decision(Move("open", cell), HINT, reason, 0.0), None)
        self.opening_steps = self.tree.here.depth  #: steps at the start that cannot be undone

    @classmethod
    def of_record(
        cls, record: Record, player: Player | None = None, *, decide: Decide | None = None
    ) -> Session:
        """Create the session of a record; ``player``, if given, takes over.

        A record is a single line, so there is nothing to redo. ``ADVISER`` continues the game of a
        person, whose name is not a recipe, unless a player is given. Raises ``RecipeError`` if the
        player of another game is not a recipe and none is given, and ``NotationError`` for
        impossible steps.
        """
        record.check()
        shown = tuple(step.decision.move.cell for step in takewhile(_is_hint, record.steps))
        world = World(record.world or "", record.deal, record.rules, shown)
        person = is_of_person(record) and not is_recipe(record.player)
        chosen = player or read_recipe(ADVISER if person else record.player)
        session = cls(world, chosen, record.seed or 0, record.number, decide=decide)
        agent = SEVERAL if person else record.player
        session.name = record.player if person else YOU
        for step in record.steps[session.opening_steps :]:
            own = step.decision.strategy in PEOPLE
            session._play(step.decision, None if own else agent, path=step.path)
        return session

    @property
    def position(self) -> Position:
        """The position that the agent and the user see.

        It is a copy, so that the tree does not keep what its readers compute and cache.
        """
        here = self.tree.here.value.after
        return here.shown(here.cells, here.signs)

    @property
    def before(self) -> Position:
        """The position before the last step."""
        return (self.tree.here.parent or self.tree.root).value.after

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps so far, hints first."""
        return tuple(node.value.step for node in self.tree.here.path())

    @property
    def line(self) -> tuple[Step, ...]:
        """The steps so far, and those that redo would make."""
        return (*self.steps, *(node.value.step for node in self.tree.here.onward()))

    @property
    def undoable(self) -> int:
        """The number of moves that can be undone."""
        return self.tree.here.depth - self.opening_steps

    @property
    def redoable(self) -> int:
        """The number of moves that can be redone."""
        return sum(1 for _ in self.tree.here.onward())

    @property
    def siblings(self) -> tuple[Step, ...]:
        """The other moves tried in place of the last one; none if it cannot be undone."""
        if not self.undoable:
            return ()
        return tuple(node.value.step for node in self.tree.siblings)

    @property
    def start(self) -> GameNode:
        """The node before the first move, after the hints."""
        return self.tree.find(self.opening_steps)

    @property
    def ended(self) -> bool:
        """True if a line of the tree ends the game, which reveals the mines."""
        return any(node.value.after.outcome != "playing" for node in self.tree.root.preorder())

    @property
    def counts(self) -> GameCounts:
        """The counts of the line so far."""
        return counts(self.steps, self.position)

    @property
    def by_agents(self) -> int:
        """The number of moves so far that agents made; hints do not count."""
        names = [step.decision.strategy for step in self.steps[self.opening_steps :]]
        return sum(name not in PEOPLE for name in names)

    @property
    def assisted(self) -> bool:
        """True if a person and an agent both made moves so far."""
        return 0 < self.by_agents < self.undoable

    @property
    def helpers(self) -> str:
        """The name of the player that made these moves, or ``agents`` for several."""
        line = self.tree.here.path()
        return SEVERAL if len(_players(line)) > 1 else self._agent_of(line)

    def agent(self) -> Step | Pass:
        """Let the agent move; nothing changes if all its strategies pass.

        If the agent's move here was undone, it is made again. Raises ``IllegalMoveError`` if the
        game is over.
        """
        decision = self.hint()
        return decision if isinstance(decision, Pass) else self.take(decision, str(self.player))

    def hint(self) -> Decision | Pass:
        """Return the agent's move here, without making it.

        Raises ``IllegalMoveError`` if the game is over.
        """
        self.check_playing()
        made = self.decided_here(self.player)
        return made or self.decider(self.player).decide(self.position, self.earlier(self.player))

    def decider(self, player: Player) -> Decider:
        """Return the decider that ``hint`` asks for a player's decisions."""
        name = str(player)
        if name not in self._deciders:
            self._deciders[name] = Decider(player, self.seed, self.number, self._decide)
        self._deciders.move_to_end(name)
        if len(self._deciders) > PLAYERS:
            self._deciders.popitem(last=False)
        return self._deciders[name]

    def earlier(self, player: Player) -> list[Position]:
        """Return the earlier positions of this line that a player decided."""
        name, line = str(player), [self.tree.root, *self.tree.here.path()]
        return [at.value.after for at, node in pairwise(line) if node.value.player == name]

    def decided_here(self, player: Player) -> Decision | None:
        """Return a player's decision that was made here and undone, or None."""
        own = (node for node in self.tree.here.children if node.value.player == str(player))
        node = next(own, None)
        return None if node is None else node.value.step.decision

    def check_playing(self) -> None:
        """Raise ``IllegalMoveError`` if the game is over."""
        if self.position.outcome != "playing":
            raise IllegalMoveError(f"the game is {self.position.outcome}: no more moves")

    def user(self, move: Move, at: float = 0.0, path: Path = ()) -> Step:
        """Make the user's own move; ``at`` is its time, if known, and ``path`` that of the pointer.

        Raises ``IllegalMoveError`` for a move that the position does not allow and ``RulesError``
        for one outside the grid; neither changes anything.
        """
        self.check_playing()
        return self._play(own_move(move), None, at, path)

    def take(
        self, decision: Decision, player: str | None, at: float = 0.0, path: Path = ()
    ) -> Step:
        """Make a move that a player decided here; ``at`` is its time, if known. The player is given
        by its recipe, and None stands for a person, whose pointer may have come along a ``path``.

        Raises ``IllegalMoveError`` for a move that the position does not allow.
        """
        self.check_playing()
        return self._play(decision, player, at, path)

    def undo(self) -> Step:
        """Undo the last move and return it. Raises ``IllegalMoveError`` at the start."""
        if not self.undoable:
            raise IllegalMoveError("there is no move to undo")
        node = self.tree.here
        self._referee.undo()
        self.tree.visit(node.parent or self.tree.root)
        return node.value.step

    def redo(self) -> Step:
        """Redo the last move that was undone. Raises ``IllegalMoveError`` if nothing can be
        redone.
        """
        node = self.tree.here.latest
        if node is None:
            raise IllegalMoveError("there is no move to redo")
        return self._enter(node)

    def instead(self) -> Step:
        """Replace the last move by the next alternative tried there; the first follows the last.

        Raises ``IllegalMoveError`` if no other move was tried.
        """
        if not self.siblings:
            raise IllegalMoveError("no other move was tried here")
        here = self.tree.here
        children = (here.parent or self.tree.root).children
        node = children[(children.index(here) + 1) % len(children)]
        self.undo()
        return self._enter(node)

    def visit(self, number: int) -> None:
        """Go to a node of the tree by its number; the number of a hint means the start.

        Raises ``InputError`` if there is no such node.
        """
        path = self.tree.find(max(number, self.opening_steps)).path()
        line = self.tree.here.path()
        pairs = zip(line, path, strict=False)
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))
        for _ in line[shared:]:
            self.undo()
        for node in path[shared:]:
            self._enter(node)

    def promote(self, number: int) -> None:
        """Make the variation of a node the main line of its fork. Raises as ``Tree.promote``."""
        self.tree.promote(self.tree.find(number))

    def delete(self, number: int) -> int:
        """Delete a node and everything below it, and return the number of moves deleted. A cursor
        in the deleted part moves to the parent.

        Raises ``IllegalMoveError`` for the start and for hints.
        """
        node = self.tree.find(number)
        if node.depth <= self.opening_steps:
            raise IllegalMoveError("the start of a game and its hints cannot be deleted")
        if node in self.tree.here.path():
            self.visit((node.parent or self.tree.root).number)
        return self.tree.delete(node)

    def comment(self, number: int, text: str) -> None:
        """Set the comment of a node; the comment of a hint belongs to the whole game.

        Raises ``InputError`` if it is too long.
        """
        self.tree.remark(self.tree.find(max(number, self.opening_steps)), text)

    def mark(self, number: int, marks: Marks) -> None:
        """Replace the marks of a node; those of a hint belong to the whole game.

        Raises ``RulesError`` for a cell outside the grid.
        """
        node = self.tree.find(max(number, self.opening_steps))
        node.marks = on_board(marks, self.position)

    def go_to(self, moves: int) -> None:
        """Undo or redo until ``moves`` moves remain after the hints, if possible."""
        while self.undoable > max(0, moves):
            self.undo()
        while self.undoable < moves and self.tree.here.latest:
            self.redo()

    def hand_over(self, player: Player) -> None:
        """Make another player the agent from now on, in every line."""
        self.player = player

    def redeal(self, number: int, mines: Sequence[int] = ()) -> None:
        """Replace the deal by one that needs no guess: deal ``number`` of the seed, or the one with
        these ``mines`` (indices) that was made from it. Flags stay.

        Raises ``IllegalMoveError`` if a cell is open, and ``RulesError`` for another number of
        mines, or mines outside the board.
        """
        if not self.position.untouched:
            raise IllegalMoveError("the deal can only be replaced before a cell is open")
        old = self.world.deal
        order = Deal.seeded(old.grid, old.mines, self.seed, number).order
        if mines:
            if len(set(mines)) != old.mines:
                raise RulesError(f"expected {plural(old.mines, 'mine')}, not {len(set(mines))}")
            order = (*mines, *(i for i in order if i not in set(mines)))
        deal = replace(old, order=order)
        self.world, self.number = replace(self.world, deal=deal), number
        self.set_origin(no_guess=True, repaired=bool(mines))
        self._deciders.clear()
        self._referee = Referee(deal, self.world.rules)
        for node in self.tree.here.path():
            self._referee.play(node.value.step.decision.move)

    def set_origin(self, **changes: bool) -> None:
        """Change fields of the origin."""
        self.origin = replace(self.origin, **changes)

    @property
    def user_moved(self) -> bool:
        """True if the user moved in this session, not only in the game that it continues."""
        nodes = self.tree.root.preorder()
        return any(node.value.at and node.value.player is None for node in nodes)

    def record(self) -> Record:
        """Return the record of the game so far, hints included; ``unfinished`` until it is over."""
        return self.record_of(self.tree.here.path())

    def lines(self) -> tuple[Record, ...]:
        """Return the record of every line to its end, the cursor's line last."""
        return tuple(map(self.record_of, self.tree.root.lines()))

    def record_of(self, line: Sequence[GameNode]) -> Record:
        """Return the record of a line of the tree from its start.

        Its player is the user if the user made any of its moves, unless exactly one agent made the
        others, which can then continue the game.
        """
        outcome = (line[-1] if line else self.tree.root).value.after.outcome
        record = Record(
            player=self._agent_of(line),
            rules=self.world.rules,
            deal=self.world.deal,
            steps=tuple(node.value.step for node in line),
            outcome="unfinished" if outcome == "playing" else outcome,
            seed=self.seed,
            number=self.number,
            world=self.world.name or None,
        )
        if not is_of_person(record):
            return record
        if self.began:
            record = timed(record, [node.value.at or self.began for node in line])
        alone = len(_players(line)) != 1
        return with_risks(replace(record, player=self.name) if alone else record)

    def _agent_of(self, line: Sequence[GameNode]) -> str:
        """Return the only player that decided moves of a line; with several, the agent."""
        players = _players(line)
        return players.pop() if len(players) == 1 else str(self.player)

    def _play(
        self, decision: Decision, player: str | None, at: float = 0.0, path: Path = ()
    ) -> Step:
        """Make a move, and add it to the tree if it is new here."""
        decision = decision.promised(self.position)
        tried = (node for node in self.tree.here.children if node.value.player == player)
        again = next((node for node in tried if node.value.step.decision == decision), None)
        return self._make(decision, player, at, path) if again is None else self._enter(again)

    def _make(
        self, decision: Decision, player: str | None, at: float = 0.0, path: Path = ()
    ) -> Step:
        """Make a move that is new here, and add it to the tree with as much path as fits."""
        self.tree.check_room()
        path = path[: LONGEST_PATH - self.pointed]
        for _, cell in path:
            self.world.deal.grid.index(cell)
        before, after = self.tree.here.value.after, self._referee.play(decision.move)
        self.pointed += len(path)
        opens = decision.move.action in ("open", "chord")
        step = Step(decision, CellsBetween(before, after) if opens else (), path)
        self.tree.add(Played(after, step, player, at))
        self.began = self.began or at
        return step

    def _enter(self, node: GameNode) -> Step:
        """Make a move that is already in the tree."""
        self._referee.play(node.value.step.decision.move)
        self.tree.visit(node)
        return node.value.step


def own_move(move: Move) -> Decision:
    """Return a user's move as a decision."""
    return Decision(move, YOU, Reason("user", "your own move"), None)


def _players(line: Sequence[GameNode]) -> set[str]:
    """Return the players that decided moves of a line."""
    return {node.value.player for node in line if node.value.player is not None}


def _is_hint(step: Step) -> bool:
    return step.decision.strategy == HINT and step.decision.move.action == "open"
