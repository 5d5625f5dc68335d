"""Random screenshots with what they show."""

from __future__ import annotations

import random
from dataclasses import dataclass

from PIL import Image

from formats_bench.draw import (
    DISTURBED,
    Painter,
    available,
    desktop,
    framed,
    noisy,
    png,
    pointer,
)
from formats_bench.looks import HELD_OUT, Look, varied
from sapper.game import Grid

Rows = list[str]

#: What a reader makes of letters that a position does not have: a wrong flag, a question mark, and
#: the mine that went off.
TRUTH = str.maketrans("X?!", "FH*")

SIZES = {
    "classic": ((9, 9, 10), (16, 16, 40), (30, 16, 99), (8, 8, 10)),
    "lawn": ((10, 8, 10), (18, 14, 40), (24, 20, 99)),
    "gnome": ((8, 8, 10), (16, 16, 40), (30, 16, 99)),
    "phone": ((9, 9, 10), (16, 16, 40), (12, 20, 45), (24, 24, 99)),
}


@dataclass(frozen=True)
class Screen:
    """A screenshot: its bytes, what a reader should read, and how it was made."""

    data: bytes
    rows: Rows
    look: str
    made: str


def position(rnd: random.Random, sizes: str, flags: bool = True) -> Rows:
    """Return a position some way into a random game; ``!`` is the mine that went off."""
    width, height, mines = rnd.choices(SIZES[sizes], (4, 3, 2, 1)[: len(SIZES[sizes])])[0]
    if rnd.random() < 0.15:
        width, height = rnd.randint(5, 26), rnd.randint(5, 18)
        mines = max(3, round(width * height * rnd.uniform(0.1, 0.22)))
    grid = Grid(width, height)
    start, *order = rnd.sample(range(grid.size), grid.size)
    near = [set(grid.neighbour_indices(i)) for i in range(grid.size)]
    mined = set([i for i in order if i not in near[start]][:mines])
    safe = [i for i in (start, *order) if i not in mined]
    opened: set[int] = set()
    share = rnd.choice((0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0))
    for i in safe:
        if len(opened) >= share * len(safe):
            break
        if i == start or rnd.random() < 0.6 or opened & near[i]:
            waiting = {i}
            while waiting:
                cell = waiting.pop()
                opened.add(cell)
                waiting |= near[cell] - opened if not near[cell] & mined else set()
    cells = [str(len(near[i] & mined)) if i in opened else "H" for i in range(grid.size)]
    lost = bool(opened) and rnd.random() < 0.2 and share < 1
    for i in range(grid.size) if flags else ():
        if i in mined and near[i] & opened and rnd.random() < 0.6:
            cells[i] = "F"
        elif i not in mined | opened and rnd.random() < 0.01:
            cells[i] = "X" if lost else "F"
        elif i not in opened and rnd.random() < 0.01:
            cells[i] = "?"
    if lost:
        cells = ["*" if i in mined and each in "H?" else each for i, each in enumerate(cells)]
        if "*" in cells:
            cells[rnd.choice([i for i, each in enumerate(cells) if each == "*"])] = "!"
    return ["".join(cells[at : at + width]) for at in range(0, grid.size, width)]


def screen(look: Look, seed: int, held_out: bool) -> Screen:
    """Return the screenshot of a seed: the ``held_out`` ones are not for tuning."""
    rnd = random.Random(f"{look.name} {seed} {held_out}")
    fonts = available(HELD_OUT if held_out else look.fonts)
    look = varied(look, rnd, fonts) if held_out or rnd.random() < 0.5 else look
    rows = position(rnd, look.sizes, rnd.random() < 0.8)
    scale = rnd.choice((1, 1, 1, 1.25, 1.5, 2, 3))
    side, most = round(rnd.choice(look.sides) * scale), max(len(rows), len(rows[0]))
    if side * most > 1900:
        side = max(16, 1900 // most)
    by = int(scale) if look.sharp and scale in (2, 3) else 1
    painter = Painter(look, round(side / by), rnd.choice(fonts), rnd)
    board = painter.board(rows)
    board = board.resize((board.width * by, board.height * by), Image.Resampling.NEAREST)
    side = board.width // len(rows[0])
    tip = rnd.randrange(board.width), rnd.randrange(board.height)
    if pointed := rnd.random() < 0.15:
        pointer(board, *tip, max(1, scale))
    around = rnd.choices(("window", "desktop", "board", "margin", "short"), (4, 3, 1, 1, 1))[0]
    image = board
    if around in ("window", "desktop"):
        image = framed(board, look, side, rnd)
        image = desktop(image, rnd) if around == "desktop" else image
    elif around == "margin":
        edge = rnd.randint(2, 50)
        image = Image.new("RGB", (board.width + 2 * edge, board.height + 2 * edge), "#" + look.back)
        image.paste(board, (edge, edge))
    elif around == "short":
        cut = [rnd.choice((0, 1, 1)) for _ in range(4)]
        image = board.crop((cut[0], cut[1], board.width - cut[2], board.height - cut[3]))
    kind = rnd.choices(list(DISTURBED), list(DISTURBED.values()))[0]
    if kind != "resampled" or image.width * image.height < 1_500_000:
        image = noisy(image, rnd, kind)
    under = f", pointer at {(tip[1] // side, tip[0] // side)}" if pointed else ""
    made = f"{len(rows[0])}x{len(rows)} side {side} {around} {kind} {painter.font}{under}"
    return Screen(png(image), [row.translate(TRUTH) for row in rows], look.name, made)
