"""Trains the network that recognises signs: ``python -m formats_bench.train``.

It draws cells in random styles and in fonts that the measured boards do not use, with flags and
mines of many shapes, and writes the weights that ``sapper_formats.pictures.signs`` reads.
"""

from __future__ import annotations

import argparse
import json
import random
from base64 import b64encode
from cmath import rect
from itertools import pairwise
from math import tau
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

import sapper_formats.pictures
from formats_bench.draw import FINE, Painter, font_of, fonts, noisy, pointer
from formats_bench.looks import HELD_OUT, Look
from sapper_formats.pictures.cells import SURE
from sapper_formats.pictures.lattice import Lattice
from sapper_formats.pictures.png import Picture
from sapper_formats.pictures.signs import (
    ACTIVE,
    CROSSED,
    DISC,
    FLAG,
    KINDS,
    OTHER,
    QUESTION,
    sign_in,
)
from sapper_formats.pictures.tiles import tiles_of

Floats = NDArray[np.floating]

#: The digits as strokes through points, across and down, from 0 to 1, in several forms.
STROKES = {
    1: ["0.2 0.2 0.55 0 0.55 1|0.2 1 0.9 1", "0.2 0.25 0.55 0 0.55 1", "0.5 0 0.5 1"],
    2: ["0 0.2 0.2 0 0.8 0 1 0.2 1 0.4 0 1 1 1", "0 0 1 0 1 0.5 0 0.5 0 1 1 1"],
    3: [
        "0 0.1 0.3 0 0.8 0 1 0.2 0.8 0.47 0.4 0.47|0.8 0.47 1 0.75 0.8 1 0.2 1 0 0.88",
        "0 0 1 0 0.45 0.42 0.8 0.45 1 0.7 0.8 0.95 0.4 1 0 0.9",
        "0 0 1 0 1 1 0 1|0.2 0.5 1 0.5",
    ],
    4: [
        "0.8 1 0.8 0 0 0.68 1 0.68",
        "0.15 0 0 0.6 1 0.6|0.75 0.3 0.75 1",
        "0 0 0 0.5 1 0.5|1 0 1 1",
    ],
    5: ["1 0 0 0 0 0.45 0.75 0.42 1 0.7 0.75 1 0 1", "1 0 0 0 0 0.5 1 0.5 1 1 0 1"],
    6: [
        "0.9 0 0.3 0.05 0 0.5 0 0.8 0.2 1 0.8 1 1 0.75 0.8 0.5 0 0.55",
        "0.7 0 0.1 0.5 0 0.75 0.25 1 0.8 1 1 0.7 0.7 0.48 0.1 0.55",
        "1 0 0 0 0 1 1 1 1 0.5 0 0.5",
    ],
    7: ["0 0 1 0 0.4 1", "0 0.2 0 0 1 0 0.4 1", "0 0 1 0 0.4 1|0.3 0.5 0.85 0.5", "0 0 1 0 1 1"],
    8: [
        "0.5 0.48 0.05 0.25 0.25 0 0.75 0 0.95 0.25 0.5 0.48 0 0.75 0.2 1 0.8 1 1 0.75 0.5 0.48",
        "0 0 1 0 1 1 0 1 0 0|0 0.5 1 0.5",
    ],
}
SIGNS = {"F": FLAG, "*": DISC, "!": DISC, "X": CROSSED, "?": QUESTION, "H": OTHER, "0": OTHER}
SIGNS["a"] = OTHER  # a letter that no board shows
LETTERS = "1122334455667788" * 2 + "FFFFFFFF*****!!XXXX???" + "H0aa"


def fonts_to_train() -> list[str]:
    """Return the fonts with upright digits that no measured board uses."""
    held = {name.lower().partition("-")[0] for name in HELD_OUT}
    kept = (
        "-latin-400",
        "-latin-500",
        "-latin-700",
        "-latin-900",
        "-Regular",
        "-Semibold",
        "-Bold",
    )
    mono = ("cmr10", "cmss10", "cmtt10", "cmb10", "STIXGeneral", "STIXGeneralBol")
    return [
        name
        for name in sorted(fonts())
        if (name.endswith(kept) or name in mono)
        and name.lower().partition("-")[0] not in held
        and not name.startswith("AmaticSC")
    ]


class Scribe(Painter):
    """Draws digits, flags and mines of random shapes."""

    def digit(self, image: Image.Image, letter: str, clue: int, side: int) -> None:
        """Write in a font, perhaps slanted, widened or bolder, or draw lines; once in a while as a
        program does that has pictures of digits."""
        style = random.Random(f"{self.look.name}{self.font}")
        kind = style.choice(("plain", "plain", "bent", "strokes"))
        if kind == "plain" or (kind == "strokes" and not clue):
            super().digit(image, letter, clue, side)
            return
        big = FINE * side
        colour = "#" + (self.look.digits.split()[clue - 1] if clue else self.look.pole)
        shape = Image.new("L", (big, big))
        pen = ImageDraw.Draw(shape)
        if kind == "strokes":
            tall, thick = style.uniform(0.42, 0.68), style.uniform(0.06, 0.2)
            wide, loose = tall * style.uniform(0.55, 0.85), style.choice((0, 0.06))
            form = random.Random(f"{self.look.name}{clue}").choice(STROKES[clue])
            for stroke in form.split("|"):
                places = [float(each) + style.uniform(-loose, loose) for each in stroke.split()]
                points = [
                    (big * (0.5 + wide * (x - 0.5)), big * (0.5 + tall * (y - 0.5)))
                    for x, y in zip(places[::2], places[1::2], strict=True)
                ]
                pen.line(points, fill=255, width=max(FINE, round(thick * big)), joint="curve")
        else:
            font = font_of(self.font, round(self.look.size * big))
            bold = style.choice((0, 0, 1, 2, 3)) * big // 160
            left, top, right, bottom = pen.textbbox((0, 0), letter, font=font, stroke_width=bold)
            x, y = (big - right - left) / 2, (big - bottom - top) / 2
            pen.text((x, y), letter, font=font, fill=255, stroke_width=bold)
            slant, wide = style.choice((0, 0, style.uniform(-0.1, 0.3))), style.uniform(0.8, 1.3)
            middle = big / 2
            matrix = (1 / wide, slant / wide, middle - (1 + slant) * middle / wide, 0, 1, 0)
            shape = shape.transform((big, big), Image.Transform.AFFINE, matrix)
        way = Image.Resampling.NEAREST if self.look.sharp else Image.Resampling.BOX
        image.paste(Image.new("RGB", image.size, colour), mask=shape.resize(image.size, way))

    def sign(self, letter: str) -> list[str]:
        """Return the parts of a random flag or mine, the same on all cells of a board."""
        rnd = random.Random(f"{self.look.name}{letter}")
        mined = letter in "*!" or (letter == "X" and self.look.crossed)
        parts = some_mine(rnd) if mined else some_flag(rnd)
        if letter == "X":
            over = self.look.mine if self.look.crossed else self.look.hidden
            reds = ("e00000", "ff3030", "c01020", "000000", "ffffff", "ff8800")
            red = rnd.choice([each for each in reds if apart(each, over) > 90])
            low, wide = rnd.uniform(0.1, 0.25), rnd.uniform(0.05, 0.13)
            parts.append(f"line {red} {low} {low} {1 - low} {1 - low} {wide}")
            if rnd.random() < 0.85:
                parts.append(f"line {red} {low} {1 - low} {1 - low} {low} {wide}")
        return parts


def some_mine(rnd: random.Random) -> list[str]:
    """Return the parts of a mine: a disc, spikes, a fuse and a glint."""
    r, x, y = rnd.uniform(0.16, 0.3), 0.5, rnd.choice((0.5, 0.5, 0.55))
    parts = [f"ellipse mine {x - r} {y - r} {x + r} {y + r}"]
    spikes, reach, wide = (
        rnd.choice((0, 4, 8, 8, 8)),
        rnd.uniform(1.2, 1.6),
        rnd.uniform(0.04, 0.09),
    )
    for k in range(spikes):
        end = rect(r * reach * (0.85 if k % 2 else 1), tau * k / spikes)
        parts.append(f"line mine {x} {y} {x + end.real} {y + end.imag} {wide}")
    if rnd.random() < 0.3:
        parts.append(f"line mine {x} {y} {x + 1.3 * r} {y - 1.3 * r} {wide}")
    if rnd.random() < 0.6:
        s, x, y = r * rnd.uniform(0.2, 0.35), x - r / 2, y - r / 2
        parts.append(f"ellipse ffffff {x - s} {y - s} {x + s} {y + s}")
    return parts


def some_flag(rnd: random.Random) -> list[str]:
    """Return the parts of a flag: a pole, a cloth to one side and a foot."""
    right = rnd.random() < 0.5
    x = rnd.uniform(0.28, 0.5) if right else rnd.uniform(0.48, 0.68)
    top, foot, half = rnd.uniform(0.12, 0.24), rnd.uniform(0.74, 0.86), rnd.uniform(0.02, 0.045)
    low, reach = top + rnd.uniform(0.25, 0.42), rnd.uniform(0.26, 0.46)
    tip, middle = x + (reach if right else -reach), (top + low) / 2
    cloths = (
        f"{x} {top} {x} {low} {tip} {middle}",
        f"{x} {top} {x} {low} {tip} {middle}",
        f"{x} {top} {tip} {top + 0.03} {tip} {low} {x} {low}",
        f"{x} {top} {tip} {top} {x + 0.7 * (tip - x)} {middle} {tip} {low} {x} {low}",
    )
    parts = [f"rectangle pole {x - half} {top} {x + half} {foot}"]
    parts.append(f"polygon cloth {rnd.choice(cloths)}")
    for k in range(rnd.randint(0, 2)):
        half, y = rnd.uniform(0.06, 0.13) + 0.09 * k, foot - 0.06 + 0.06 * k
        parts.append(f"rectangle pole {x - half} {y} {x + half} {y + 0.06}")
    return parts


def apart(one: str, other: str) -> int:
    """Return the difference between two colours."""
    return max(abs(a - b) for a, b in zip(bytes.fromhex(one), bytes.fromhex(other), strict=True))


def some_look(rnd: random.Random) -> Look:
    """Return a random style."""

    def colour(other: str = "", least: int = 90) -> str:
        while True:
            made = rnd.randbytes(3).hex()
            if not other or apart(made, other) > least:
                return made

    hidden, opened = colour(), colour()
    light, dark = (
        bytes(min(255, max(0, each + by)) for each in bytes.fromhex(hidden)).hex()
        for by in (rnd.randint(30, 90), -rnd.randint(30, 90))
    )
    cloth = colour(hidden)
    return Look(
        name=str(rnd.random()),
        hidden=hidden,
        opened=opened,
        digits=" ".join(colour(opened, 60) for _ in range(8)),
        sharp=rnd.random() < 0.2,
        size=rnd.uniform(0.5, 0.88),
        bevel=(light, dark, rnd.uniform(0.05, 0.14)) if rnd.random() < 0.5 else None,
        gloss=rnd.choice((0, 0, 0.2, 0.4)),
        line=colour(opened, 20) if rnd.random() < 0.4 else "",
        border=colour() if rnd.random() < 0.3 else "",
        gap=rnd.choice((0, 0, 0.05, 0.12)),
        radius=rnd.choice((0, 0, 0.1, 0.18)),
        back=colour(),
        cloth=cloth,
        pole=rnd.choice((cloth, colour(hidden), colour(hidden, 20))),
        mine=colour(opened),
        crossed=rnd.random() < 0.5,
        exploded=colour(),
    )


def drawn(seed: int) -> tuple[NDArray[np.uint8], list[int]]:
    """Return the features and the kinds of the cells of a random small board."""
    rnd = random.Random(seed)
    rows = ["".join(rnd.choices(LETTERS, k=8)) for _ in range(6)]
    side = rnd.choice((12, 14, 16, 16, 16, 18, 18, 20, 20, 24, 24, 28, 32, 40, 54))
    look, font = some_look(rnd), rnd.choice(fonts_to_train())
    scale = rnd.choice((2, 3)) if side <= 20 and rnd.random() < 0.1 else 1
    board = Scribe(look, side, font, rnd).board(rows)
    board = board.resize((board.width * scale, board.height * scale), Image.Resampling.NEAREST)
    side *= scale
    covered = set()
    for _ in range(rnd.choice((0, 0, 0, 1, 3))):  # pointers
        i, j = rnd.randrange(6), rnd.randrange(8)
        x, y = (round((at + rnd.random()) * side) for at in (j, i))
        pointer(board, x, y, rnd.choice((1, 1, 1.25, 1.5, 2)))
        covered |= {(i + a, j + b) for a in range(3) for b in range(3)}
    kinds = ("none", "jpeg", "noise", "resampled", "soft")
    board = noisy(board, rnd, rnd.choices(kinds, (8, 2, 1, 3, 1))[0])
    size = board.width / 8
    reach = rnd.choice((0, 0, 0.5, 0.5, 0.06 * size))
    left, top = (rnd.uniform(-reach, reach) for _ in range(2))
    planes = [plane.tobytes() for plane in board.split()]
    picture = Picture(board.width, board.height, (planes[0], planes[1], planes[2]))
    lattice = Lattice(
        tuple(top + size * k for k in range(7)), tuple(left + size * k for k in range(9))
    )
    features, found = [], []
    for place, tile in enumerate(tiles_of(picture, lattice)):
        cell = divmod(place, 8)
        letter = rows[cell[0]][cell[1]]
        sign = sign_in(tile, tile.look)
        if sign is not None and (cell not in covered or letter in "H0"):
            features.append(sign.features)
            found.append(int(letter) if letter in "12345678" else SIGNS[letter])
    shape = len(features), -1
    return np.frombuffer(b"".join(features), np.uint8).reshape(shape), found


def samples(boards: range, workers: int = 2) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return the features and kinds of all cells of these boards."""
    with Pool(workers) as pool:
        found = [each for each in pool.imap_unordered(drawn, boards, chunksize=20) if each[1]]
    return np.concatenate([one for one, _ in found]), np.concatenate([one for _, one in found])


def forward(parts: list[Floats], inputs: Floats) -> list[Floats]:
    """Return the inputs of each layer, and the probabilities."""
    steps = [inputs]
    for at in range(0, len(parts), 2):
        steps.append(steps[-1] @ parts[at] + parts[at + 1])
        if at + 2 < len(parts):
            np.maximum(steps[-1], 0, out=steps[-1])
    steps[-1] -= steps[-1].max(axis=1, keepdims=True)
    np.exp(steps[-1], out=steps[-1])
    steps[-1] /= steps[-1].sum(axis=1, keepdims=True)
    return steps


def trained(
    x: NDArray[np.uint8], y: NDArray[np.int64], units: list[int], rounds: int
) -> list[Floats]:
    """Return the weights and biases of the layers, trained by Adam."""
    rng = np.random.default_rng(1)
    sizes = [x.shape[1], *units, len(KINDS)]
    parts: list[Floats] = []
    for inner, outer in pairwise(sizes):
        parts.append(rng.normal(0, (2 / inner) ** 0.5, (inner, outer)).astype(np.float32))
        parts.append(np.zeros(outer, np.float32))
    first, second = ([np.zeros_like(part) for part in parts] for _ in range(2))
    step, batch = 0, 512
    noise = rng.normal(0, 0.03, (8192, x.shape[1])).astype(np.float32)
    for epoch in range(rounds):
        rate = 4e-3 * 0.5 * (1 + np.cos(np.pi * epoch / rounds)) + 1e-5
        loss = 0.0
        for chosen in np.array_split(rng.permutation(len(x)), len(x) // batch):
            inputs = x[chosen].astype(np.float32) / 255
            inputs += noise[rng.integers(0, len(noise), len(chosen))]
            *steps, shares = forward(parts, inputs)
            wanted = np.full(shares.shape, 0.005 / len(KINDS), np.float32)
            wanted[np.arange(len(chosen)), y[chosen] - 1] += 0.995
            loss -= float((wanted * np.log(shares + 1e-9)).sum())
            back = (shares - wanted) / len(chosen)
            slopes: list[Floats] = []
            for at in reversed(range(len(steps))):
                slopes = [steps[at].T @ back, back.sum(0), *slopes]
                if at:
                    back = back @ parts[2 * at].T * (steps[at] > 0)
            step += 1
            for part, slope, a, b in zip(parts, slopes, first, second, strict=True):
                slope += 1e-4 * part
                a += 0.1 * (slope - a)
                b += 0.001 * (slope**2 - b)
                part -= rate * (a / (1 - 0.9**step)) / (np.sqrt(b / (1 - 0.999**step)) + 1e-8)
        print(f"round {epoch + 1}: loss {loss / len(x):.4f}", flush=True)
    return parts


def packed(weights: Floats, biases: Floats, unit: int) -> dict[str, object]:
    """Return a layer with weights of a byte each, 128 more than they are; ``unit`` is what its
    inputs pass on for one."""
    scales = np.abs(weights).max(axis=0) / 127
    whole = (np.round(weights / scales) + 128).astype(np.uint8)
    return {
        "scales": [float(f"{scale / unit:.6g}") for scale in scales],
        "biases": [round(float(bias), 4) for bias in biases],
        "weights": b64encode(whole.tobytes()).decode(),
    }


def main() -> None:
    """Train, write the weights, and print how many other cells are read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=9500)
    parser.add_argument("--units", type=int, nargs="+", default=[160, 64])
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--keep", type=Path, help="a file that keeps the drawn cells")
    asked = parser.parse_args()
    if asked.keep and asked.keep.exists():
        x, y = np.load(asked.keep).values()
    else:
        x, y = samples(range(asked.boards))
        if asked.keep:
            np.savez(asked.keep, x, y)
    parts = trained(x, y, asked.units, asked.rounds)
    units = [255, *[ACTIVE] * len(asked.units)]
    kept = [packed(parts[2 * at], parts[2 * at + 1], unit) for at, unit in enumerate(units)]
    target = Path(sapper_formats.pictures.__file__).with_name("signs.json")
    target.write_text(json.dumps(kept).replace('", ', '",\n').replace("], ", "],\n"))
    test_x, test_y = samples(range(10**6, 10**6 + 60))
    shares = forward(parts, test_x.astype(np.float32) / 255)[-1]
    right, sure = shares.argmax(axis=1) + 1 == test_y, shares.max(axis=1) >= SURE
    print(f"{right.mean():.2%} of {len(test_y):,} other cells are right, {sure.mean():.2%} sure")
    print(f"{right[sure].mean():.2%} of the sure ones; {target.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
