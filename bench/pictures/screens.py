"""Random screenshots with what they show."""

from __future__ import annotations

import random
from dataclasses import dataclass

from PIL import Image

from bench.pictures.draw import Painter, available, desktop, framed, noisy, png, pointer
from bench.pictures.looks import HELD_OUT, LOOKS, Look, varied
from bench.pictures.positions import Rows, position, truth


@dataclass(frozen=True)
class Screen:
    """A screenshot: its bytes, what a reader should read, and how it was made."""

    data: bytes
    rows: Rows
    look: str
    made: str
    obscured: tuple[int, int] | None = None  #: the cell with the tip of the pointer


def screen(look: Look, seed: int, held_out: bool) -> Screen:
    """Return the screenshot of a seed: the ``held_out`` ones are not for tuning."""
    rnd = random.Random(f"{look.name} {seed} {held_out}")
    fonts = available(HELD_OUT if held_out else look.fonts)
    look = varied(look, rnd, fonts) if held_out or rnd.random() < 0.5 else look
    rows = position(rnd, look.sizes, rnd.random() < 0.8)
    scale = rnd.choice((1, 1, 1, 1.25, 1.5, 2, 3))
    side = round(rnd.choice(look.sides) * scale)
    if side * max(len(rows), len(rows[0])) > 1900:
        side = max(16, 1900 // max(len(rows), len(rows[0])))
    painter = Painter(look, side, rnd.choice(fonts), rnd)
    if look.sharp and scale in (2, 3):
        small = Painter(look, round(side / scale), painter.font, rnd).board(rows)
        board = small.resize(
            (int(small.width * scale), int(small.height * scale)), Image.Resampling.NEAREST
        )
        side = board.width // len(rows[0])
    else:
        board = painter.board(rows)
    obscured = None
    if rnd.random() < 0.15:
        cell = rnd.randrange(len(rows)), rnd.randrange(len(rows[0]))
        places = [round((each + rnd.random()) * side) for each in cell]
        pointer(board, places[1], places[0], max(1, scale))
        obscured = cell
    around = rnd.choices(("window", "desktop", "board", "margin", "short"), (4, 3, 1, 1, 1))[0]
    image = board
    if around in ("window", "desktop"):
        image = framed(board, look, side, rnd)
        if around == "desktop":
            image = desktop(image, rnd)
    elif around == "margin":
        edge = rnd.randint(2, 50)
        image = Image.new("RGB", (board.width + 2 * edge, board.height + 2 * edge), "#" + look.back)
        image.paste(board, (edge, edge))
    elif around == "short":
        cut = [rnd.choice((0, 1, 1)) for _ in range(4)]
        image = board.crop((cut[0], cut[1], board.width - cut[2], board.height - cut[3]))
    kinds = ("none", "jpeg", "noise", "resampled", "soft")
    kind = rnd.choices(kinds, (8, 1, 1, 1 if image.width * image.height < 1_500_000 else 0, 0.5))[0]
    image = noisy(image, rnd, kind)
    made = f"{len(rows[0])}x{len(rows)} side {side} {around} {kind} {painter.font}"
    return Screen(png(image), truth(rows), look.name, made, obscured)


def screens(count: int, held_out: bool, first: int = 0) -> list[Screen]:
    """Return ``count`` screenshots of each look."""
    return [screen(look, first + k, held_out) for look in LOOKS for k in range(count)]
