"""Games that were played: the deal, the steps, the outcome, and a view to step through them; and
the mine probabilities of a person's moves, which follow from the positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import pairwise
from typing import TypeVar, get_args, overload

from sapper.arguments import CHECKS, several, shown, text, whole
from sapper.errors import InputError, NotationError, listed, plural
from sapper.game import Cell, Deal, Position, Referee, Rules
from sapper.game.codes import UNFLAGGED, changed
from sapper.game.drawing import SMALL, Piece, board, inline
from sapper.game.rules import Ending
from sapper.game.text import grid_words, rules_words
from sapper.inference.counting import counter_of
from sapper.inference.status import Status
from sapper.players import Decision
from sapper.players.tally import Tally

#: Cells that a person's pointer came to, each with the milliseconds from then to the move.
Path = tuple[tuple[int, Cell], ...]
LONGEST_PATH = 20_000  #: cells of the paths of a game


class CellsBetween(Sequence[Cell]):
    """The cells that differ between two positions of a game, row by row.

    They are found when they are read, so that games in memory need not hold a tuple for each cell
    that a move opened. Equal to the tuple of these cells.
    """

    __slots__ = ("_after", "_before")

    def __init__(self, before: Position, after: Position) -> None:
        self._before, self._after = before, after

    def _found(self) -> tuple[Cell, ...]:
        indices = changed(self._before.cells, self._after.cells)
        return tuple(map(self._after.grid.cell, indices))

    @overload
    def __getitem__(self, index: int) -> Cell: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Cell]: ...

    def __getitem__(self, index: int | slice) -> Cell | Sequence[Cell]:
        return self._found()[index]

    def __iter__(self) -> Iterator[Cell]:
        return iter(self._found())

    def __len__(self) -> int:
        return len(self._found())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, tuple | CellsBetween) and self._found() == tuple(other)

    def __hash__(self) -> int:
        return hash(self._found())

    def __repr__(self) -> str:
        return repr(self._found())


@dataclass(frozen=True)
class Step:
    """A decision and the cells that its move opened, row by row; an opened mine costs a life.

    ``path`` is that of the person's pointer since the move before, if it was recorded.

    >>> game = sapper.Game("beginner", seed=7)
    >>> step = game.open((4, 4))
    >>> str(step.decision.move), step.opened
    ('open [4, 4]', ((4, 4),))
    """

    decision: Decision
    opened: Sequence[Cell]
    path: Path = ()

    def __post_init__(self) -> None:
        decision: object = self.decision
        if not isinstance(decision, Decision):
            raise InputError(f"decision: expected a sapper.Decision, not {shown(decision)}")
        for name, value in (("opened", self.opened), ("path", self.path)):
            read = several(name, value)
            if read is not value or isinstance(read, list):
                object.__setattr__(self, name, tuple(read))

    def __str__(self) -> str:
        several = f" (opens {len(self.opened)} cells)" if len(self.opened) > 1 else ""
        return f"{self.decision}{several}"

    def __repr__(self) -> str:
        opened = plural(len(self.opened), "cell")
        return f"<Step: {self.decision.move}, {self.decision.strategy}, opened {opened}>"

    def _repr_html_(self) -> str:
        """Return the decision as notebooks show it."""
        return self.decision._repr_html_()


MOST_CELLS = 150  #: larger boards are drawn with small cells
FULL = 24  #: side of a cell of other boards, in pixels

#: Shows the layers up to the slider's value, and the text of that step only.
SCRIPT = (
    "const n=+this.value,b=this.closest('.sapper-steps');"
    "b.querySelectorAll('[data-step]').forEach(e=>{e.style.display="
    "(e.tagName==='P'?+e.dataset.step===n:+e.dataset.step<=n)?'':'none'})"
)


def stepper(game: PlayedGame) -> str:
    """Return the game as an HTML fragment. Raises ``IllegalMoveError`` for an illegal step."""
    positions = list(game.positions())
    side = SMALL if game.deal.grid.size > MOST_CELLS else FULL
    start = board(positions[0], side)
    layers = [start.svg]
    for number, (before, after) in enumerate(pairwise(positions), start=1):
        cells = set(map(after.grid.cell, changed(before.cells, after.cells)))
        drawn = board(after, side, only=cells)
        layers.append(f'<g data-step="{number}">{drawn.svg}</g>')
    last = len(game.steps)
    words = [f'<p data-step="0" style="display:none">{escape(str(game).splitlines()[0])}</p>']
    for number, step in enumerate(game.steps, start=1):
        hidden = "" if number == last else ' style="display:none"'
        text = escape(f"{number} of {last}: {step}")
        words.append(f'<p data-step="{number}"{hidden}>{text}</p>')
    slider = (
        f'<input type="range" min="0" max="{last}" value="{last}" aria-label="move"'
        f' style="width:min(100%,24rem)" oninput="{SCRIPT}">'
    )
    title = str(game).replace("\n", ": ")
    svg = inline(Piece(start.width, start.height, "".join(layers)), title)
    return f'<div class="sapper-steps">{svg}<div>{slider}</div>{"".join(words)}</div>'


@dataclass(frozen=True)
class PlayedGame:
    """One game: the player, the rules, the deal, all steps and the outcome.

    - ``player``: the recipe of the player, or the name of a person.
    - ``rules``, ``deal``: the rules and the deal played.
    - ``steps``: the decisions, each with the cells that it opened.
    - ``outcome``: ``won``, ``lost``, ``passed`` (every strategy passed) or ``unfinished``.
    - ``seed``, ``number``: the source of the deal and of the player's random numbers; ``seed`` is
      None if they have another source.
    - ``world``: the name of the world, or None.
    - ``ended``: when the game of a person ended, or reached its last step, in seconds since the
      epoch; None if unknown.
    """

    player: str
    rules: Rules
    deal: Deal
    steps: tuple[Step, ...]
    outcome: Ending
    seed: int | None = None
    number: int = 0
    world: str | None = None
    ended: float | None = None

    def __post_init__(self) -> None:
        text("player", self.player)
        CHECKS["Rules"]("rules", self.rules)
        CHECKS["Deal"]("deal", self.deal)
        if not all(isinstance(step, Step) for step in several("steps", self.steps)):
            raise InputError("steps: expected values of sapper.Step")
        if text("outcome", self.outcome) not in get_args(Ending):
            endings = listed(get_args(Ending), "or")
            raise InputError(f"outcome: expected {endings}, not {shown(self.outcome)}")
        whole("number", self.number)
        if self.seed is not None:
            whole("seed", self.seed)
        if self.world is not None:
            text("world", self.world)
        if self.ended is not None:
            CHECKS["float"]("ended", self.ended)

    def __str__(self) -> str:
        deal = self.deal
        words = [*rules_words(self.rules, Rules()), *grid_words(deal.grid)]
        board = " ".join([f"{deal.grid.width}x{deal.grid.height}x{deal.mines}", *words])
        board += f" with {deal.gold} gold" if deal.gold else ""
        where = f"{self.world}, {board}" if self.world else board
        origin = "" if self.seed is None else f", seed {self.seed}, deal {self.number}"
        chosen = ", ".join(f"{name} {moves}" for name, moves in self.decisions.items())
        moves = plural(len(self.steps), "move") + (f": {chosen}" if chosen else "")
        ended = f"{self.outcome} with {plural(self.guesses, 'guess')}"
        return f"{self.player} on {where}{origin}\n{ended} in {moves}"

    @property
    def mines(self) -> tuple[Cell, ...]:
        """The cells of the mines, row by row; empty if no cell was opened."""
        return tuple(self.deal.grid.cell(i) for i in sorted(self._mines()))

    @property
    def gold(self) -> tuple[Cell, ...]:
        """The cells of the gold, row by row; empty if no cell was opened."""
        if not self.deal.gold or self._first() is None:
            return ()
        return tuple(self.deal.grid.cell(i) for i in sorted(self.deal.gold_cells(self._mines())))

    @property
    def begun(self) -> bool:
        """True if a cell was opened, which is when the mines are laid."""
        return self._first() is not None

    def _first(self) -> Cell | None:
        """Return the first cell opened."""
        opens = (step.decision.move for step in self.steps if step.decision.move.action == "open")
        first = next(opens, None)
        return first.cell if first else None

    def _mines(self) -> frozenset[int]:
        first = self._first()
        if first is None:
            return frozenset()
        return self.deal.mine_cells(self.deal.grid.index(first), self.rules.first)

    @property
    def guesses(self) -> int:
        """The number of moves that could have opened a mine, according to their strategies."""
        return sum(step.decision.guess for step in self.steps)

    @property
    def false_proofs(self) -> int:
        """The number of moves that their strategies called certain, and that were wrong: cells with
        mines opened at a ``mine_probability`` of 0, and other cells flagged at one of 1."""
        if not self.begun:
            return 0  # no mines are placed yet
        mines, index = self._mines(), self.deal.grid.index
        made = (step.decision for step in self.steps)
        return sum(one.false_proof(mine=index(one.move.cell) in mines) for one in made)

    @property
    def decisions(self) -> dict[str, int]:
        """The number of moves by strategy."""
        return dict(sorted(Counter(step.decision.strategy for step in self.steps).items()))

    @property
    def seconds(self) -> float:
        """The time of all moves together."""
        return sum(step.decision.seconds for step in self.steps)

    def tally(self) -> Tally:
        """Return the figures that a match sums over its games."""
        figures = len(self.steps), self.guesses, self.decisions
        return Tally(self.outcome, *figures, false_proofs=self.false_proofs)

    def positions(self) -> Iterator[Position]:
        """Yield the position before the first step and after each step.

        Raises ``IllegalMoveError`` at a step that is not allowed.
        """
        referee = Referee(self.deal, self.rules)
        yield referee.position
        for step in self.steps:
            yield referee.play(step.decision.move)

    def check(self) -> None:
        """Replay the steps. Raises ``NotationError`` if one is impossible."""
        referee = Referee(self.deal, self.rules)
        for number, step in enumerate(self.steps, start=1):
            try:
                referee.play(step.decision.move)
            except InputError as error:
                raise NotationError(f"step {number} of the record: {error}") from None
            if referee.opened != step.opened:
                raise NotationError(
                    f"step {number} of the record: {step.decision.move} opens other cells"
                )
        over, end = self.outcome, referee.position.outcome
        if end != ("playing" if over in ("passed", "unfinished") else over):
            raise NotationError(f"the record says '{over}', but its steps end with '{end}'")


G = TypeVar("G", bound=PlayedGame)


def timed(game: G, times: Sequence[float]) -> G:
    """Return a game in which each step of a person has the time since the previous step; ``times``
    are the times of the steps, in seconds since the epoch."""
    steps, before = [], times[0] if times else 0.0
    for step, at in zip(game.steps, times, strict=True):
        own = step.decision.strategy in PEOPLE
        spent = round(max(0.0, at - before), 3) if own else step.decision.seconds
        steps.append(replace(step, decision=replace(step.decision, seconds=spent)))
        before = max(before, at)
    return replace(game, steps=tuple(steps), ended=round(before, 3) if times else game.ended)


YOU = "you"  #: the strategy of the user's own moves
PEOPLE = (YOU, "person")  #: strategies that are people's moves: here and in replays
#: Limits on counting, by work and not by time, so that a record is the same on every machine: cells
#: times moves of a game, and the steps and megabytes for one position.
LARGEST, STEPS, MEGABYTES = 5_000_000, 2_000_000, 64


def is_of_person(game: PlayedGame) -> bool:
    """Return whether a person made at least one move of a game."""
    return any(step.decision.strategy in PEOPLE for step in game.steps)


def with_risks(game: G) -> G:
    """Return a game with the mine probability of each cell that a person opened.

    In worlds with gold, and where counting would take too long, only that of a promised first cell
    is known.
    """
    grid = game.deal.grid
    counted = not game.deal.gold and game.rules.signs == "none"
    counted = counted and grid.size * len(game.steps) <= LARGEST
    steps = list(game.steps)
    for number, (before, _) in enumerate(pairwise(game.positions())):
        if not counted and not before.untouched:
            break
        decision = steps[number].decision
        if decision.strategy not in PEOPLE or not decision.guess:
            continue
        if decision.mine_probability is None:
            risk = _risk(before, grid.index(decision.move.cell)) if counted else None
            known = replace(decision, mine_probability=risk).promised(before)
            steps[number] = replace(steps[number], decision=known)
    return replace(game, steps=tuple(steps))


def _risk(position: Position, index: int) -> float | None:
    """Return the mine probability of a hidden cell; None if the position is too hard to count."""
    counter, cells = counter_of(position.grid), position.cells.translate(UNFLAGGED)
    status = counter.count(cells, position.mines, float("inf"), MEGABYTES, STEPS)
    return counter.risk_of(index) if status == Status.OK else None
