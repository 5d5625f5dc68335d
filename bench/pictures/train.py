"""Trains the network that recognises signs: ``python -m bench.pictures.train``.

It draws cells in random styles and in fonts that the measured boards do not use, with flags and
mines of many shapes, and writes the weights that ``sapper.notation.pictures.signs`` reads.
"""

from __future__ import annotations

import argparse
import json
import random
from base64 import b64encode
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

import sapper.notation.pictures
from bench.pictures.draw import FINE, Painter, available, noisy, pointer
from bench.pictures.looks import Look
from sapper.notation.pictures.lattice import Lattice
from sapper.notation.pictures.png import Picture
from sapper.notation.pictures.signs import CROSSED, DISC, FLAG, KINDS, OTHER, QUESTION, sign_in
from sapper.notation.pictures.tiles import tiles_of
from tests.notation import skins

Floats = NDArray[np.float32]

FONTS = (
    "SourceSansPro-Regular", "SourceSansPro-Semibold", "SourceSansPro-Bold", "SourceSansPro-Black",
    "SourceSerifPro-Regular", "SourceSerifPro-Bold", "SourceSerifPro-Semibold", "Lato-Regular",
    "Lato-Bold", "Lato-Black", "HankenGrotesk-Medium", "HankenGrotesk-SemiBold",
    "HankenGrotesk-Bold", "Caladea-Regular", "Caladea-Bold", "FredokaOne-Regular", "STIXGeneral",
    "STIXGeneralBol", "cmr10", "cmss10", "cmtt10", "cmb10", "SourceCodePro-Regular",
    "SourceCodePro-Semibold", "DejaVuSans-BoldOblique", "DejaVuSansMono", "DejaVuSerif",
)  # fmt: skip
SIGNS = {
    "F": FLAG,
    "*": DISC,
    "!": DISC,
    "X": CROSSED,
    "?": QUESTION,
    "H": OTHER,
    "0": OTHER,
    "a": OTHER,  # a letter that no board shows
}
LETTERS = "1122334455667788" + "FFF***!XXX??" + "H0" + "aaa"
STROKES = (
    "strokes"  #: digits as lines between points near those of tests.notation.skins, not a font
)


class Scribe(Painter):
    """Draws flags and mines of random shapes."""

    def digit(self, image: Image.Image, letter: str, clue: int, side: int) -> None:
        """Write in a font, or draw lines."""
        if self.font != STROKES:
            super().digit(image, letter, clue, side)
        elif clue:
            big = FINE * side
            tall = self.rnd.uniform(0.45, 0.65)
            wide = tall * self.rnd.uniform(0.6, 0.85)
            fine = image.resize((big, big), Image.Resampling.NEAREST)
            pen = ImageDraw.Draw(fine)
            colour, thick = "#" + self.look.digits.split()[clue - 1], self.rnd.uniform(0.08, 0.19)
            for stroke in skins.STROKES[clue]:
                points = [
                    (
                        big * (0.5 + wide * (x - 0.5 + self.rnd.uniform(-0.06, 0.06))),
                        big * (0.5 + tall * (y - 0.5 + self.rnd.uniform(-0.06, 0.06))),
                    )
                    for x, y in stroke
                ]
                pen.line(points, fill=colour, width=round(thick * big), joint="curve")
            image.paste(fine.resize((side, side), Image.Resampling.BOX))

    def sign(self, pen: ImageDraw.ImageDraw, letter: str, big: int) -> None:
        """Draw a random flag or mine, the same on all cells of a board."""
        rnd = random.Random(f"{self.look.name}{letter}")
        colour = {name: "#" + getattr(self.look, name) for name in ("mine", "cloth", "pole")}

        def at(*places: float) -> list[tuple[float, float]]:
            return [(x * big, y * big) for x, y in zip(places[::2], places[1::2], strict=True)]

        if letter in "*!" or (letter == "X" and self.look.crossed):
            r, x, y = rnd.uniform(0.16, 0.3), 0.5, rnd.choice((0.5, 0.5, 0.55))
            pen.ellipse(at(x - r, y - r, x + r, y + r), fill=colour["mine"])
            spikes = rnd.choice((0, 4, 8, 8, 8))
            reach, wide = r * rnd.uniform(1.2, 1.6), max(FINE, round(big * rnd.uniform(0.04, 0.09)))
            for k in range(spikes):
                turn = 2 * np.pi * k / spikes
                length = reach * (0.85 if k % 2 else 1)
                end = x + length * np.cos(turn), y + length * np.sin(turn)
                pen.line(at(x, y, *end), fill=colour["mine"], width=wide)
            if rnd.random() < 0.3:  # a fuse
                pen.line(at(x, y, x + 1.3 * r, y - 1.3 * r), fill=colour["mine"], width=wide)
            if rnd.random() < 0.6:
                s = r * rnd.uniform(0.2, 0.35)
                pen.ellipse(
                    at(x - r / 2 - s, y - r / 2 - s, x - r / 2 + s, y - r / 2 + s), fill="#ffffff"
                )
        else:
            right = rnd.random() < 0.5
            x = rnd.uniform(0.28, 0.5) if right else rnd.uniform(0.48, 0.68)
            top, foot = rnd.uniform(0.12, 0.24), rnd.uniform(0.74, 0.86)
            low = top + rnd.uniform(0.25, 0.42)
            tip = x + (rnd.uniform(0.26, 0.46) if right else -rnd.uniform(0.26, 0.46))
            thick = rnd.uniform(0.04, 0.09)
            pen.rectangle(at(x - thick / 2, top, x + thick / 2, foot), fill=colour["pole"])
            shape = rnd.choice(("triangle", "triangle", "box", "tail"))
            points = {
                "triangle": (x, top, x, low, tip, (top + low) / 2),
                "box": (x, top, tip, top + 0.03, tip, low, x, low),
                "tail": (x, top, tip, top, x + 0.7 * (tip - x), (top + low) / 2, tip, low, x, low),
            }[shape]
            pen.polygon(at(*points), fill=colour["cloth"])
            for k in range(rnd.randint(0, 2)):
                half, y = rnd.uniform(0.06, 0.13) + 0.09 * k, foot - 0.06 + 0.06 * k
                pen.rectangle(at(x - half, y, x + half, y + 0.06), fill=colour["pole"])
        if letter == "X":
            over = self.look.mine if self.look.crossed else self.look.hidden
            wide, edge = max(FINE, round(big * rnd.uniform(0.05, 0.13))), rnd.uniform(0.1, 0.25)
            reds = ("e00000", "ff3030", "c01020", "000000", "ffffff", "ff8800")
            red = "#" + rnd.choice([each for each in reds if apart(each, over) > 90])
            pen.line(at(edge, edge, 1 - edge, 1 - edge), fill=red, width=wide)
            if rnd.random() < 0.85:
                pen.line(at(edge, 1 - edge, 1 - edge, edge), fill=red, width=wide)


def apart(one: str, other: str) -> int:
    """Return the difference between two colours."""
    return max(abs(a - b) for a, b in zip(bytes.fromhex(one), bytes.fromhex(other), strict=True))


def colour(rnd: random.Random, other: str = "", least: int = 90) -> str:
    """Return a random colour, different enough from another one."""
    while True:
        made = bytes(rnd.randint(0, 255) for _ in range(3)).hex()
        if not other or apart(made, other) > least:
            return made


def some_look(rnd: random.Random) -> Look:
    """Return a random style."""
    hidden, opened = colour(rnd), colour(rnd)
    raised = rnd.random() < 0.5
    light, dark = (
        bytes(min(255, max(0, each + by)) for each in bytes.fromhex(hidden)).hex()
        for by in (rnd.randint(30, 90), -rnd.randint(30, 90))
    )
    cloth = colour(rnd, hidden)
    return Look(
        name=str(rnd.random()),
        hidden=hidden,
        opened=opened,
        digits=" ".join(colour(rnd, opened, 60) for _ in range(8)),
        sharp=rnd.random() < 0.2,
        size=rnd.uniform(0.5, 0.88),
        bevel=(light, dark, rnd.uniform(0.05, 0.14)) if raised else None,
        gloss=rnd.choice((0, 0, 0.2, 0.4)),
        line=colour(rnd, opened, 20) if rnd.random() < 0.4 else "",
        border=colour(rnd) if rnd.random() < 0.3 else "",
        gap=rnd.choice((0, 0, 0.05, 0.12)),
        radius=rnd.choice((0, 0, 0.1, 0.18)),
        back=colour(rnd),
        cloth=cloth,
        pole=rnd.choice((cloth, colour(rnd, hidden))),
        mine=colour(rnd, opened),
        crossed=rnd.random() < 0.5,
        exploded=colour(rnd),
    )


def drawn(seed: int) -> tuple[list[tuple[float, ...]], list[int]]:
    """Return the features and the kinds of the cells of a random small board."""
    rnd = random.Random(seed)
    rows = ["".join(rnd.choices(LETTERS, k=8)) for _ in range(6)]
    side = rnd.choice((14, 16, 16, 16, 18, 20, 24, 24, 28, 32, 40, 54))
    painter = Scribe(some_look(rnd), side, rnd.choice((*available(FONTS), *[STROKES] * 3)), rnd)
    board: Image.Image = painter.board(rows)
    covered = set()
    if rnd.random() < 0.3:
        i, j = rnd.randrange(6), rnd.randrange(8)
        pointer(
            board,
            round((j + rnd.random()) * side),
            round((i + rnd.random()) * side),
            rnd.choice((1, 1, 2)),
        )
        covered = {(i + a, j + b) for a in range(3) for b in range(3)}
    board = noisy(
        board, rnd, rnd.choices(("none", "jpeg", "noise", "resampled", "soft"), (6, 1, 1, 2, 1))[0]
    )
    size = board.width / 8
    shift = [rnd.uniform(-0.06, 0.06) * size for _ in range(2)]
    pixels = np.asarray(board)
    red, green, blue = (pixels[..., k].tobytes() for k in range(3))
    picture = Picture(board.width, board.height, (red, green, blue))
    lattice = Lattice(
        tuple(shift[0] + size * k for k in range(7)), tuple(shift[1] + size * k for k in range(9))
    )
    features, kinds = [], []
    for place, tile in enumerate(tiles_of(picture, lattice)):
        cell = divmod(place, 8)
        sign = sign_in(tile, tile.look)
        letter = rows[cell[0]][cell[1]]
        if sign is None or (cell in covered and letter not in "H0"):
            continue
        features.append(sign.features)
        kinds.append(int(letter) if letter in "12345678" else SIGNS[letter])
    return features, kinds


def samples(boards: range, workers: int = 2) -> tuple[Floats, NDArray[np.int64]]:
    """Return the features and kinds of all cells of these boards."""
    with Pool(workers) as pool:
        found = list(pool.imap_unordered(drawn, boards, chunksize=20))
    features = [each for one, _ in found for each in one]
    return np.array(features, np.float32), np.array([each for _, one in found for each in one])


def trained(x: Floats, y: NDArray[np.int64], units: int, rounds: int) -> list[Floats]:
    """Return the weights and biases of both layers, trained by Adam."""
    rng = np.random.default_rng(1)
    classes = len(KINDS)
    parts = [
        rng.normal(0, (2 / x.shape[1]) ** 0.5, (x.shape[1], units)).astype(np.float32),
        np.zeros(units, np.float32),
        rng.normal(0, (2 / units) ** 0.5, (units, classes)).astype(np.float32),
        np.zeros(classes, np.float32),
    ]
    first, second = ([np.zeros_like(part) for part in parts] for _ in range(2))
    step, batch = 0, 512
    noise = rng.normal(0, 0.03, (8192, x.shape[1])).astype(np.float32)
    for epoch in range(rounds):
        rate = 5e-3 * 0.5 * (1 + np.cos(np.pi * epoch / rounds)) + 1e-5
        loss = 0.0
        for chosen in np.array_split(rng.permutation(len(x)), len(x) // batch):
            inputs = x[chosen] + noise[rng.integers(0, len(noise), len(chosen))]
            wanted = np.full((len(chosen), classes), 0.005 / classes, np.float32)
            wanted[np.arange(len(chosen)), y[chosen] - 1] += 0.995
            raw = inputs @ parts[0] + parts[1]
            active = np.maximum(raw, 0)
            values = active @ parts[2] + parts[3]
            values -= values.max(axis=1, keepdims=True)
            shares = np.exp(values)
            shares /= shares.sum(axis=1, keepdims=True)
            loss -= float((wanted * np.log(shares + 1e-9)).sum())
            back = (shares - wanted) / len(chosen)
            hidden = back @ parts[2].T * (raw > 0)
            slopes = [inputs.T @ hidden, hidden.sum(0), active.T @ back, back.sum(0)]
            step += 1
            for part, slope, a, b in zip(parts, slopes, first, second, strict=True):
                slope += 1e-4 * part
                a += 0.1 * (slope - a)
                b += 0.001 * (slope**2 - b)
                part -= rate * (a / (1 - 0.9**step)) / (np.sqrt(b / (1 - 0.999**step)) + 1e-8)
        if epoch % 5 == 4:
            print(f"epoch {epoch + 1}: loss {loss / len(x):.4f}", flush=True)
    return parts


def packed(weights: Floats, biases: Floats) -> list[tuple[float, float, str]]:
    """Return a layer with weights of a byte each."""
    units = []
    for column, bias in zip(weights.T, biases, strict=True):
        scale = float(np.abs(column).max()) / 127
        whole = np.round(column / scale).astype(np.int8)
        units.append((round(scale, 6), round(float(bias), 4), b64encode(whole.tobytes()).decode()))
    return units


def main() -> None:
    """Train, write the weights, and print how many other cells are read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=2000)
    parser.add_argument("--units", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=35)
    asked = parser.parse_args()
    x, y = samples(range(asked.boards))
    print(x.shape, np.bincount(y), flush=True)
    parts = trained(x, y, asked.units, asked.rounds)
    kept = {"hidden": packed(*parts[:2]), "kinds": packed(*parts[2:])}
    target = Path(sapper.notation.pictures.__file__).with_name("signs.json")
    target.write_text(json.dumps(kept).replace("], [", "],\n["))
    test_x, test_y = samples(range(10**6, 10**6 + 60))
    values = np.maximum(test_x @ parts[0] + parts[1], 0) @ parts[2] + parts[3]
    shares = np.exp(values - values.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    read = shares.argmax(axis=1) + 1
    print(
        f"{(read == test_y).mean():.4%} of {len(test_y)} other cells, {target.stat().st_size} bytes"
    )
    for least in (0.5, 0.8, 0.9, 0.95, 0.98):
        sure = shares.max(axis=1) > least
        print(least, f"sure {sure.mean():.3%}, of these right {(read == test_y)[sure].mean():.4%}")
    for kind in KINDS:
        of = test_y == kind
        wrong = np.bincount(read[of & (read != kind)], minlength=14)
        print(
            kind, f"{(read == kind)[of].mean():.2%}", {k: int(n) for k, n in enumerate(wrong) if n}
        )


if __name__ == "__main__":
    main()
