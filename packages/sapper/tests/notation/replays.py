"""Hands on mice: gestures as the usual programs know them, and replays made of them."""

from __future__ import annotations

import random
from typing import get_args

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from sapper.game import Cell, Grid
from sapper.notation import Kind, MouseEvent, Replay
from tests.strategies import grids

#: What one hand does on one cell; the button that goes up last after a chord does nothing.
GESTURES: dict[str, tuple[Kind, ...]] = {
    "left": ("lc", "lr"),
    "left moved": ("lc", "mv", "lr"),
    "right": ("rc", "rr"),
    "middle": ("mc", "mr"),
    "both, left first, left up first": ("lc", "rc", "lr", "rr"),
    "both, left first, right up first": ("lc", "rc", "rr", "lr"),
    "both, right first, left up first": ("rc", "lc", "lr", "rr"),
    "both, right first, right up first": ("rc", "lc", "rr", "lr"),
    "both at once": ("cc", "lr", "rr"),
    "shift": ("sc", "lr"),
}
LEAST, MOST = -50_000, 10_000_000  #: milliseconds


@st.composite
def replays(draw: DrawFn) -> Replay:
    """Any replay that a file may hold: buttons in any order, some beside the board."""
    grid = draw(grids(["square"], blocked=False))
    cells = st.none() | st.integers(0, grid.size - 1).map(grid.cell)
    kinds = st.sampled_from(get_args(Kind))
    times = sorted(draw(st.lists(st.integers(LEAST, MOST), max_size=25)))
    events = [MouseEvent(time, draw(kinds), draw(cells)) for time in times]
    words = st.text("abc äé#", max_size=9).map(lambda text: " ".join(text.split()))
    return Replay(
        grid,
        draw(st.frozensets(st.integers(0, grid.size - 1), max_size=grid.size - 1)),
        tuple(events),
        player=draw(words),
        program=draw(words),
        lives=draw(st.integers(1, 3)),
        marks=draw(st.booleans()),
        super_click=draw(st.booleans()),
        at_once=draw(st.booleans()),
    )


def on(cell: Cell, *gestures: str) -> list[MouseEvent]:
    """Gestures on a cell, all at time 0."""
    return [MouseEvent(0, kind, cell) for gesture in gestures for kind in GESTURES[gesture]]


def random_replay(luck: random.Random) -> Replay:
    """A game that begins with a safe cell and goes on with gestures anywhere, many on mines."""
    grid = Grid(luck.randint(2, 6), luck.randint(2, 6))
    mines = frozenset(luck.sample(range(grid.size), luck.randint(0, grid.size // 5)))
    safe = [i for i in range(grid.size) if i not in mines]
    events = on(grid.cell(luck.choice(safe)), "left")
    known = [name for name in GESTURES if name != "shift"]
    for _ in range(luck.randint(1, 14)):
        gesture, index = luck.choice(known), luck.randrange(grid.size)
        if gesture == "right" and mines and luck.random() < 0.6:
            index = luck.choice(sorted(mines))
        events += on(grid.cell(index), gesture)
    return Replay(grid, mines, tuple(events))
