"""Hypothesis strategies for all tests: grids, rules, deals, games and positions."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import combinations, product
from typing import Literal, get_args

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from sapper.errors import RulesError
from sapper.game import (
    BLOCKED,
    FLAGGED,
    GOLD,
    HIDDEN,
    MINE,
    Deal,
    First,
    Grid,
    Kind,
    Move,
    Position,
    Referee,
    Rules,
    Signs,
    max_sign,
)

KINDS: tuple[Kind, ...] = ("square", "torus", "hex", "graph")
FIRSTS: tuple[First, ...] = ("any", "safe", "opening")
MOST_GOLD = 3


@st.composite
def grids(
    draw: DrawFn, kinds: Sequence[Kind] = KINDS, max_side: int = 5, blocked: bool = True
) -> Grid:
    """A grid with at least one playable cell; every fourth graph has a hub next to all cells."""
    kind = draw(st.sampled_from(kinds))
    width = draw(st.integers(1, max_side))
    height = draw(st.integers(1, max_side))
    size = width * height
    edges: list[tuple[int, int]] = []
    if kind == "graph":
        pairs = list(combinations(range(size), 2))
        edges = draw(st.lists(st.sampled_from(pairs), max_size=2 * size)) if pairs else []
        if draw(st.integers(0, 3)) == 3:
            edges += [(0, other) for other in range(1, size)]
    walls = draw(st.sets(st.integers(0, size - 1), max_size=min(size - 1, 3))) if blocked else ()
    return Grid(width, height, kind, frozenset(walls), tuple(edges))


def rules() -> SearchStrategy[Rules]:
    """Any rules, up to three lives."""
    return st.builds(
        Rules,
        first=st.sampled_from(FIRSTS),
        zeros_open=st.booleans(),
        lives=st.integers(1, 3),
        won_by=st.sampled_from(["opening", "flagging"]),
        signs=st.sampled_from(get_args(Signs)),
        gold_known=st.booleans(),
    )


def room(grid: Grid, rules: Rules) -> int:
    """Return the most mines that leave a cell to open, whatever the first move is."""
    spared = grid.widest + 1 if rules.first == "opening" else 1
    return len(grid.playable) - spared


def gold_room(deal: Deal, firsts: Sequence[First] = FIRSTS) -> int:
    """Return the most gold that fits after any first move, under any of some first-move rules."""
    near = {i: (i, *deal.grid.neighbour_indices(i)) for i in deal.grid.playable}
    laid = set()
    for promise, first in product(firsts, near):
        with suppress(RulesError):  # too many mines for this promise: there is no such game
            laid.add(deal.mine_indices(first, promise))
    return min((sum(map(mines.isdisjoint, near.values())) for mines in laid), default=0)


@st.composite
def deals(
    draw: DrawFn,
    grid: SearchStrategy[Grid] | None = None,
    most: int | None = None,
    gold: bool = True,
    firsts: Sequence[First] = FIRSTS,
) -> Deal:
    """A deal with a complete ordering and at most ``most`` mines; with ``gold`` if it fits."""
    on = draw(grids() if grid is None else grid)
    limit = len(on.playable) - 1 if most is None else most
    mines = draw(st.integers(0, limit))
    deal = Deal(on, mines, tuple(draw(st.permutations(on.playable))))
    if not gold:
        return deal
    return replace(deal, gold=draw(st.integers(0, min(gold_room(deal, firsts), MOST_GOLD))))


@st.composite
def games(
    draw: DrawFn,
    grid: SearchStrategy[Grid] | None = None,
    rule: SearchStrategy[Rules] | None = None,
    flags: Literal["none", "right", "any"] = "any",
    losing: bool = True,
    max_moves: int = 8,
) -> Referee:
    """A game some legal moves in; ``referee.mines`` is the truth, empty before the first open.

    ``flags``: set none, on mines only, or anywhere. ``losing``: whether mines are opened, too,
    apart from one that the first move may hit.
    """
    on = draw(grids() if grid is None else grid)
    under = draw(rules() if rule is None else rule)
    if room(on, under) < 0:
        under = replace(under, first="safe")
    deal = draw(deals(st.just(on), most=room(on, under), firsts=[under.first]))
    referee = Referee(deal, under)
    for _ in range(draw(st.integers(0, max_moves))):
        moves = [m for m in legal(referee.position) if _wanted(m, referee, flags, losing)]
        if not moves:
            break
        referee.play(draw(st.sampled_from(moves)))
    return referee


def positions(
    grid: SearchStrategy[Grid] | None = None,
    rule: SearchStrategy[Rules] | None = None,
    flags: Literal["none", "right", "any"] = "right",
    losing: bool = False,
    max_moves: int = 8,
) -> SearchStrategy[Position]:
    """Positions that real play reaches; by default the flags are right and no mine is open, except
    one that the first move may have hit."""
    played = games(grid, rule, flags, losing, max_moves)
    return played.map(lambda referee: referee.position)


@st.composite
def texts_of_cells(draw: DrawFn) -> Position:
    """Any position that has a text form, possible or not, with gold and all clues and signs."""
    grid = draw(grids())
    codes = [
        BLOCKED
        if index in grid.blocked
        else draw(
            st.sampled_from([HIDDEN, FLAGGED, MINE, GOLD])
            | st.integers(0, len(grid.neighbour_indices(index)))
        )
        for index in range(grid.size)
    ]
    mines = draw(st.integers(0, len(grid.playable)))
    under = draw(rules())
    signs = [
        draw(st.integers(0, max_sign(grid, under.signs, index))) if code < HIDDEN else 0
        for index, code in enumerate(codes)
    ]
    gold = draw(st.integers(0, len(grid.playable))) if under.gold_known else None
    shown = bytes(signs) if under.signs != "none" else b""
    return Position(grid, under, mines, bytes(codes), shown, gold)


def legal(position: Position) -> list[Move]:
    """Return every legal move except chords that would open nothing, in row-major order."""
    if position.outcome != "playing":
        return []
    moves = []
    for index, code in enumerate(position.cells):
        cell = position.grid.cell(index)
        near = [position.cells[i] for i in position.grid.neighbour_indices(index)]
        if code == HIDDEN:
            moves += [Move("open", cell), Move("flag", cell)]
        elif code == FLAGGED:
            moves.append(Move("unflag", cell))
        elif HIDDEN in near and near.count(FLAGGED) + near.count(MINE) == _clue(code):
            moves.append(Move("chord", cell))
    return moves


def _clue(code: int) -> int:
    return 0 if code == GOLD else code


def _wanted(move: Move, referee: Referee, flags: str, losing: bool) -> bool:
    grid, mines = referee.deal.grid, referee.mines
    if move.action == "flag":
        return flags == "any" or (flags == "right" and move.cell in mines)
    if move.action == "open":
        return losing or move.cell not in mines
    if move.action == "chord":
        index = grid.index(move.cell)
        hidden = [i for i in grid.neighbour_indices(index) if referee.position.cells[i] == HIDDEN]
        return losing or not any(grid.cell(i) in mines for i in hidden)
    return True
