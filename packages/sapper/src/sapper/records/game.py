"""A game: its board, its deal, and its moves as a tree with a cursor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from typing import Any, Self

from sapper.arguments import checked, describe, instance
from sapper.errors import IllegalMoveError, InputError, NotationError, RulesError, plural
from sapper.files import write_file
from sapper.game import Cell, Deal, Level, Move, Position, Referee, Rules, World
from sapper.game.codes import HIDDEN
from sapper.game.deal import Seed
from sapper.game.position import Outcome
from sapper.game.rules import Ending, First, with_first
from sapper.notation.variations.text import write
from sapper.notation.variations.variations import Change, Entry, Marks, Variations
from sapper.notation.worlds.series import is_series, numbered_world
from sapper.players import Decision, Reason
from sapper.players.recipes import is_recipe
from sapper.records.heading import Heading
from sapper.records.record import Record, is_of_person, with_risks
from sapper.records.step import LONGEST_PATH, PEOPLE, YOU, CellsBetween, Step
from sapper.records.step import Path as PointerPath
from sapper.records.tree import Node, Tree, change_between, flattened, grow, on_grid

HINT = "hint"  #: the strategy of cells opened before the first move
SEVERAL = "agents"  #: the name shown for several players, or for an unknown one


@dataclass(frozen=True)
class Origin:
    """The origin of a game's board.

    - ``known``: the user may know it, from a file, a position, or an earlier game.
    - ``no_guess``: it was dealt to need no guess; ``repaired``: mines were moved to achieve this.
    - ``drawn``: the seed is random. It determines the deal, so it is shown only after the game.
    """

    known: bool = False
    no_guess: bool = False
    repaired: bool = False
    drawn: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class Played:
    """A step of a game, and the position after it. The start of a game has no step.

    ``player`` is the recipe or the name of the player that decided the step, None for the user's
    own moves and for hints. ``at`` is its time in seconds since the epoch, 0 if unknown.
    """

    position: Position
    made: Step | None = None
    player: str | None = None
    at: float = 0.0

    @property
    def step(self) -> Step:
        """The step, which every node but the start has."""
        assert self.made is not None, "the start of a game has no step"
        return self.made


GameNode = Node[Played]


class Game:
    r"""A game: a board, a deal, and a tree of moves with a cursor. Only it knows the mines.

    - ``level``: the board: a ``Level``, its name, ``WxHxM``, a ``World`` or a ``Deal``.
    - ``seed``, ``number``: choose the deal of a level.
    - ``rules``: by default ``Rules()``, or those of the world.
    - ``first``: the first-move rule (``any``, ``safe``, ``opening``) instead of that of ``rules``.

    Moves follow the cursor. ``undo`` and ``redo`` move it along the tree, ``visit`` moves it
    anywhere, and a new move after ``undo`` starts a variation. The first line is the main line
    until another is promoted. The hints of a world are opened at once and cannot be undone. Players
    get only ``position``.

    Games are equal if their boards, their moves, with author, time, comment and marks, and their
    cursors are. Reasons of players do not count.

    Raises ``InputError`` for an unknown board and ``RulesError`` if the rules leave no room for the
    mines. A move that the position does not allow raises ``IllegalMoveError`` and changes nothing.

    >>> game = sapper.Game("beginner", seed=7, first="opening")
    >>> game.open((4, 4))
    <Step: open [4, 4], you, opened 42 cells>
    >>> mines = game.flag((1, 6)), game.flag((2, 7))
    >>> game.chord((2, 6))
    <Step: chord [2, 6], you, opened 2 cells>
    >>> game.undo().decision.move, game.redo().decision.move
    (Move(action='chord', cell=(2, 6)), Move(action='chord', cell=(2, 6)))
    >>> game.outcome, game.over, len(game.moves), game.position[2, 6]
    ('playing', False, 4, 2)
    >>> print(game)
    9x9x10 first=opening
    HHHHHHHHH
    HHHHH2F4H
    HHH1122FH
    HHH100111
    HHH100000
    HH1100000
    HH1000000
    HH2101110
    HHH101H10
    """

    @checked
    def __init__(
        self,
        level: Level | World | Deal | str,
        seed: Seed = 0,
        number: int = 0,
        *,
        rules: Rules | None = None,
        first: First | None = None,
    ) -> None:
        self.world = world_of(level, seed, number, rules, first)
        self.seed, self.number = seed, number
        self._referee = Referee(self.world.deal, self.world.rules)
        self.name = YOU
        self.recipe = ""  #: the recipe of the player that makes or continues the game, if any
        self.origin = Origin()
        self.began = 0.0
        self.pointed = 0  #: cells of the paths of all moves
        self.tree = Tree(Played(self._referee.position))  #: all moves that were tried
        self.passed: GameNode | None = None  #: where the player had no move left
        for cell in self.world.hints:
            if self.position.outcome == "playing" and self.position[cell] == HIDDEN:
                reason = Reason("hint", "shown before the first move")
                self._make(Decision(Move("open", cell), HINT, reason, 0.0), None)
        self.opening_steps = self.tree.here.depth  #: steps at the start that cannot be undone

    @classmethod
    def of_record(cls, record: Record | str) -> Self:
        """Return the game of a record or its text, which is a single line. Raises
        ``NotationError`` for impossible steps."""
        record = Record.of(record)
        game = cls(world_of_record(record), record.seed or 0, record.number)
        if is_of_person(record) and not is_recipe(record.player):
            game.name, agent = record.player, SEVERAL
        else:
            agent = game.recipe = record.player
        for step in record.steps[game.opening_steps :]:
            own = step.decision.strategy in PEOPLE
            game._play(step.decision, None if own else agent, path=step.path)
        if record.outcome == "passed":
            game.passed = game.tree.here
        return game

    @classmethod
    def of_variations(cls, tree: Variations, places: Sequence[str] | None = None) -> Self:
        """Return the game of a tree of moves; ``places`` names the place of each move in a text.

        Raises ``NotationError`` for an invalid heading, and for a move that its position does not
        allow.
        """
        if tree.kind != "game":
            raise NotationError("line 1: expected 'sapper-game', this is a tree of positions")
        heading = Heading.parse(tree.start)
        try:
            game = cls(heading.world, heading.seed, heading.number)
        except InputError as error:
            raise NotationError(f"the start of the game: {error}") from None
        game.name, game.recipe = heading.name, heading.recipe
        grid = heading.world.deal.grid
        grow(game.tree, tree, places, grid, game._make_entry, lambda node: game.visit(node.number))
        return game

    def _make_entry(self, entry: Entry) -> None:
        """Make the move of an entry of a tree."""
        move = entry.move
        if not isinstance(move, Move):
            raise NotationError("a game has moves such as 'open [3, 4]', not changes of cells")
        decision = own_move(move)
        if entry.by is not None:
            reason = Reason("text", "the text of the game does not give the reason")
            decision = Decision(move, entry.by, reason, None)
        self.take(replace(decision, seconds=entry.seconds), entry.by)

    def __str__(self) -> str:
        return str(self.position)

    def __repr__(self) -> str:
        grid, moves = self.world.deal.grid, len(self.moves)
        board = f"{grid.width}x{grid.height}x{self.world.deal.mines}"
        return f"<Game: {board}, {plural(moves, 'move')}, {self.outcome}>"

    def _repr_html_(self) -> str:
        """Return the board as notebooks show it, and a finished game to step through."""
        return self.record._repr_html_() if self.over else self.position._repr_svg_()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._content() == other._content()

    __hash__ = None  # type: ignore[assignment]  # games change

    def _content(self) -> tuple[object, ...]:
        """Return what makes two games equal."""
        tree = self.variations()
        moves = tree.moves, tree.at, tree.comment, tree.marks, tree.arrows
        return self.world, self.seed, self.number, self.name, moves

    @property
    def position(self) -> Position:
        """The position that the agent and the user see.

        It is a copy, so that the tree does not keep what its readers compute and cache.
        """
        here = self.tree.here.value.position
        return here.with_cells(here.cells, here.signs)

    @property
    def before(self) -> Position:
        """The position before the last step."""
        return (self.tree.here.parent or self.tree.root).value.position

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
        return any(node.value.position.outcome != "playing" for node in self.tree.root.preorder())

    @property
    def user_moved(self) -> bool:
        """True if the user moved here, not only in the game that it continues."""
        nodes = self.tree.root.preorder()
        return any(node.value.at and node.value.player is None for node in nodes)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far, without the hints."""
        return tuple(step.decision.move for step in self.steps[self.opening_steps :])

    @property
    def outcome(self) -> Outcome:
        """``playing``, ``won`` or ``lost``, at the cursor."""
        return self.position.outcome

    @property
    def over(self) -> bool:
        """True if the game is won or lost, at the cursor."""
        return self.outcome != "playing"

    def check_playing(self) -> None:
        """Raise ``IllegalMoveError`` if the game is over."""
        if self.position.outcome != "playing":
            raise IllegalMoveError(f"the game is {self.position.outcome}: no more moves")

    def open(self, cell: Cell) -> Step:
        """Open a hidden cell."""
        return self.play(Move("open", cell))

    def flag(self, cell: Cell) -> Step:
        """Flag a hidden cell."""
        return self.play(Move("flag", cell))

    def unflag(self, cell: Cell) -> Step:
        """Remove the flag from a cell."""
        return self.play(Move("unflag", cell))

    def chord(self, cell: Cell) -> Step:
        """Open all unflagged neighbours of a clue that has all its flags set."""
        return self.play(Move("chord", cell))

    @checked
    def play(self, move: Move, at: float = 0.0, path: PointerPath = ()) -> Step:
        """Make a move; ``at`` is its time, if known, and ``path`` that of the pointer.

        Raises ``IllegalMoveError`` for a move that the position does not allow and ``RulesError``
        for one outside the grid; neither changes anything.
        """
        self.check_playing()
        return self._play(own_move(move), None, at, path)

    def take(
        self, decision: Decision, player: str | None, at: float = 0.0, path: PointerPath = ()
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

    def next_variation(self) -> Step:
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

    @checked
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

    @checked
    def promote(self, number: int) -> None:
        """Make the variation of a node the main line of its fork. Raises as ``Tree.promote``."""
        self.tree.promote(self.tree.find(number))

    @checked
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

    @checked
    def comment(self, number: int, text: str) -> None:
        """Set the comment of a node; the comment of a hint belongs to the whole game.

        Raises ``InputError`` if it is too long.
        """
        self.tree.remark(self.tree.find(max(number, self.opening_steps)), text)

    @checked
    def mark(self, number: int, marks: Marks) -> None:
        """Replace the marks of a node; those of a hint belong to the whole game.

        Raises ``RulesError`` for a cell outside the grid.
        """
        instance("Marks", "marks", marks)
        node = self.tree.find(max(number, self.opening_steps))
        node.marks = on_grid(marks, self.world.deal.grid)

    @checked
    def go_to(self, moves: int) -> None:
        """Undo or redo until ``moves`` moves remain after the hints, if possible."""
        while self.undoable > max(0, moves):
            self.undo()
        while self.undoable < moves and self.tree.here.latest:
            self.redo()

    @property
    def record(self) -> Record:
        """The record of the line so far, hints included; ``unfinished`` until the game is over, and
        ``passed`` if its player had no move left."""
        return self.record_of(self.tree.here.path())

    def lines(self) -> tuple[Record, ...]:
        """Return the record of every line to its end, the cursor's line last."""
        return tuple(map(self.record_of, self.tree.root.lines()))

    def record_of(self, line: Sequence[GameNode]) -> Record:
        """Return the record of a line of the tree from its start.

        Its player is the user if the user made any of its moves, unless exactly one agent made the
        others, which can then continue the game.
        """
        record = self._line_of(line)
        if not is_of_person(record):
            return record
        if self.began:
            ended = max(node.value.at or self.began for node in line)
            steps = tuple(_timed(line, self._seconds(line)))
            record = replace(record, steps=steps, ended=round(ended, 3))
        return with_risks(record)

    def _line_of(self, line: Sequence[GameNode]) -> Record:
        """Return the record of a line without what follows from its times and its positions."""
        last = line[-1] if line else self.tree.root
        outcome: Ending = "passed" if last is self.passed else "unfinished"
        record = Record(
            player=self._agent_of(line),
            rules=self.world.rules,
            deal=self.world.deal,
            steps=tuple(node.value.step for node in line),
            outcome=outcome
            if last.value.position.outcome == "playing"
            else last.value.position.outcome,
            seed=self.seed,
            number=self.number,
            world=self.world.name or None,
        )
        alone = is_of_person(record) and len(players_of(line)) != 1
        return replace(record, player=self.name) if alone else record

    @checked
    def save(self, path: str | Path) -> None:
        """Write the game to a file, which ``sapper.load`` reads: as a record, with all reasons, if
        it is a single line without comments, else as a tree of moves. Both reveal the mines."""
        line = self._line_of(self.tree.here.path())
        text = self.record.text if Game.of_record(line) == self else write(self.variations())
        write_file(path, f"{text}\n")

    def to_json(self) -> dict[str, Any]:
        """Return the record of the line so far as plain values; see ``Record.to_json``."""
        return self.record.to_json()

    def rows(self) -> list[dict[str, Any]]:
        """Return the moves so far as the rows of a table; see ``Record.rows``."""
        return self.record.rows()

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
        self._referee = Referee(deal, self.world.rules)
        for node in self.tree.here.path():
            self._referee.play(node.value.step.decision.move)

    def set_origin(self, **changes: bool) -> None:
        """Change fields of the origin."""
        self.origin = replace(self.origin, **changes)

    def variations(self) -> Variations:
        """Return the tree of a game. It contains the deal, and so reveals the mines."""
        spent = self._seconds(self.tree.root.preorder())
        heading = Heading(self.world, self.seed, self.number, self.name, self.author)
        return flattened(
            self.start,
            self.tree.here,
            "game",
            str(heading),
            lambda node: node.value.step.decision.move,
            lambda node: (node.value.player, spent[node.number]),
        )

    def _seconds(self, nodes: Iterable[GameNode]) -> dict[int, float]:
        """Return the seconds that each move of a person took, by the number of its node; 0 for
        moves of players, so that the same game has the same text. Parents precede children."""
        latest: dict[int, float] = {}  # times, of nodes by number
        spent: dict[int, float] = {}
        for node in nodes:
            at, parent = node.value.at or self.began, node.parent
            if parent is None:
                continue
            before = latest.get(parent.number, at)
            decision = node.value.step.decision
            seconds = max(0.0, at - before) if self.began else decision.seconds
            spent[node.number] = round(seconds, 3) if decision.strategy in PEOPLE else 0.0
            latest[node.number] = max(at, before)
        return spent

    def position_changes(self) -> Variations:
        """Return the game as a tree of positions, without the mines: each change begins
        with the cell of the move."""
        start = str(self.start.value.position)
        return flattened(self.start, self.tree.here, "position", start, _change)

    def annotate(self, tree: Tree[Position]) -> None:
        """Copy the comments and marks of a tree of positions to the moves that lead to the
        same positions."""
        waiting = [(tree.root, self.start)]
        while waiting:
            note, node = waiting.pop()
            self.comment(node.number, note.comment)
            self.mark(node.number, note.marks)
            after = {child.value.position.cells: child for child in node.children}
            waiting += [
                (child, after[child.value.cells])
                for child in note.children
                if child.value.cells in after
            ]

    @property
    def author(self) -> str:
        """The player of lines without a move of a player, or with moves of several."""
        return self.recipe or self.name

    def _agent_of(self, line: Sequence[GameNode]) -> str:
        """Return the only player that decided moves of a line; with several, the agent."""
        players = players_of(line)
        return players.pop() if len(players) == 1 else self.author

    def _play(
        self, decision: Decision, player: str | None, at: float = 0.0, path: PointerPath = ()
    ) -> Step:
        """Make a move, and add it to the tree if this player has not made it here yet, for whatever
        reason: a saved game keeps no reasons."""
        decision = decision.promised(self.position)
        tried = (node for node in self.tree.here.children if node.value.player == player)
        again = next((n for n in tried if n.value.step.decision.move == decision.move), None)
        return self._make(decision, player, at, path) if again is None else self._enter(again)

    def _make(
        self, decision: Decision, player: str | None, at: float = 0.0, path: PointerPath = ()
    ) -> Step:
        """Make a move that is new here, and add it to the tree with as much path as fits."""
        self.tree.check_room()
        path = path[: LONGEST_PATH - self.pointed]
        for _, cell in path:
            self.world.deal.grid.index(cell)
        before, after = self.tree.here.value.position, self._referee.play(decision.move)
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


def _timed(line: Sequence[GameNode], seconds: dict[int, float]) -> Iterator[Step]:
    """Yield the steps of a line, those of people with the seconds that they took."""
    for node in line:
        step = node.value.step
        if step.decision.strategy in PEOPLE:
            step = replace(step, decision=replace(step.decision, seconds=seconds[node.number]))
        yield step


def _change(node: GameNode) -> Change:
    """Return what a move changed, the cell of the move first."""
    change = change_between(node.before.position, node.value.position)
    cell = node.value.step.decision.move.cell
    first = sorted(change.cells, key=lambda pair: pair[0] != cell)
    return Change(tuple(first), change.mines)


def own_move(move: Move) -> Decision:
    """Return a user's move as a decision."""
    return Decision(move, YOU, Reason("user", "your own move"), None)


def players_of(line: Sequence[GameNode]) -> set[str]:
    """Return the players that decided moves of a line."""
    return {node.value.player for node in line if node.value.player is not None}


def _is_hint(step: Step) -> bool:
    return step.decision.strategy == HINT and step.decision.move.action == "open"


def world_of(
    level: Level | World | Deal | str,
    seed: Seed,
    number: int,
    rules: Rules | None,
    first: First | None,
) -> World:
    """Return a board with its deal and rules. Raises ``InputError`` for anything else."""
    given: object = level
    if isinstance(given, World):
        return replace(given, rules=with_first(rules or given.rules, first))
    if isinstance(given, Deal):
        return World("", given, with_first(rules, first))
    if isinstance(given, str) and is_series(given) and rules is None:
        numbered = numbered_world(given, seed, number)
        return replace(numbered, rules=with_first(numbered.rules, first))
    if isinstance(given, Level | str):
        return World("", Deal.seeded(given, seed=seed, number=number), with_first(rules, first))
    kinds = "a sapper.Level, its name, a World or a Deal"
    raise InputError(f"level: expected {kinds}, not {describe(given)}")


def world_of_record(record: Record) -> World:
    """Return the world of a record, whose first steps may be hints. Raises ``NotationError`` for
    impossible steps."""
    record.check()
    hints = tuple(step.decision.move.cell for step in takewhile(_is_hint, record.steps))
    return World(record.world or "", record.deal, record.rules, hints)
