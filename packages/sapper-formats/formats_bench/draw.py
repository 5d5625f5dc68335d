"""Draws boards: cells, windows and desktops around them, and what disturbs a screenshot."""

from __future__ import annotations

import io
import os
import random
import sys
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from formats_bench.looks import SIGNS, Look

FINE = 4  #: drawn pixels of each side of a pixel
#: Where fonts are; the variable FONTS names more folders, separated by colons.
FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    *filter(None, os.environ.get("FONTS", "").split(":")),
    *(each for each in sys.path if each.endswith("site-packages")),
)


@lru_cache(maxsize=1)
def fonts() -> dict[str, Path]:
    """Return the fonts of this machine by name."""
    found: dict[str, Path] = {}
    for folder in FOLDERS:
        for file in sorted(Path(folder).rglob("*")):
            if file.suffix in (".ttf", ".otf"):
                found.setdefault(file.stem, file)
            elif file.suffix == ".woff2":  # NAME-HASH.woff2 or NAME-HASH.ttf.woff2
                found.setdefault(file.name.split(".")[0].rpartition("-")[0], file)
    return found


def available(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of fonts that are installed, or Pillow's own."""
    return tuple(name for name in names if name in fonts()) or ("Pillow",)


@lru_cache(maxsize=512)
def font_of(name: str, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Return a font, or Pillow's own if there is none of this name."""
    file = fonts().get(name)
    return ImageFont.truetype(str(file), size) if file else ImageFont.load_default(size)


class Painter:
    """Draws the cells of one board, each kind once."""

    def __init__(self, look: Look, side: int, font: str, rnd: random.Random) -> None:
        self.look, self.side, self.font, self.rnd = look, side, font, rnd
        self.kept: dict[tuple[str, int, int], Image.Image] = {}
        self.shift = (rnd.choice((0, 0, 0, -1, 1)), rnd.choice((0, 0, 0, -1, 1)))

    def board(self, rows: list[str]) -> Image.Image:
        """Return the picture of a board without anything around it."""
        look, side = self.look, self.side
        gap = round(look.gap * side)
        height, width = len(rows), len(rows[0])
        image = Image.new("RGB", (width * side, height * side), "#" + look.back)
        for i, row in enumerate(rows):
            for j, letter in enumerate(row):
                shade = i + j if look.gloss and len(look.hidden.split()) == 1 else 0
                key = (letter, (i + j) % 2, round(20 * shade / (width + height)))
                if key not in self.kept:
                    self.kept[key] = self.cell(letter, (i + j) % 2, key[2] / 20)
                image.paste(self.kept[key], (j * side + gap // 2, i * side + gap // 2))
        return image

    def cell(self, letter: str, odd: int, shade: float) -> Image.Image:
        """Return one cell without the gap around it."""
        look = self.look
        side = self.side - round(look.gap * self.side)
        big = FINE * side
        covered = letter in "HF?X"
        colours = (look.hidden if covered else look.opened).split()
        clue = int(letter) if letter.isdigit() else 0
        colour = "#" + (colours[odd % len(colours)] if len(colours) < 9 else colours[clue])
        if letter == "!":
            colour = "#" + look.exploded
        image = Image.new("RGB", (big, big), "#" + look.back)
        pen = ImageDraw.Draw(image)
        pen.rounded_rectangle((0, 0, big - 1, big - 1), look.radius * big, fill=colour)
        if covered:
            self.raised(image, pen, big, shade)
        elif look.line:
            pen.rectangle((0, 0, big - 1, FINE - 1), fill="#" + look.line)
            pen.rectangle((0, 0, FINE - 1, big - 1), fill="#" + look.line)
        if look.border:
            thick = max(FINE, big // 40)
            pen.rounded_rectangle((0, 0, big - 1, big - 1), look.radius * big,
                                  outline="#" + look.border, width=thick)  # fmt: skip
        if letter in "FX*!":
            self.draw(pen, self.sign(letter), big)
        image = image.resize((side, side), Image.Resampling.BOX)
        if letter in "12345678?a":
            self.digit(image, letter, clue, side)
        return image

    def raised(self, image: Image.Image, pen: ImageDraw.ImageDraw, big: int, shade: float) -> None:
        """Draw the bevel or the gloss of a hidden cell."""
        look = self.look
        if look.bevel:
            light, dark, share = look.bevel
            edge = max(FINE, round(share * self.side) * FINE)
            last, inner = big - 1, big - 1 - edge
            upper = [(0, 0), (last, 0), (inner, edge), (edge, edge), (edge, inner), (0, last)]
            lower = [(last, last), *((last - x, last - y) for x, y in upper[1:])]
            pen.polygon(upper, fill="#" + light)
            pen.polygon(lower, fill="#" + dark)
        if look.gloss:
            array = np.asarray(image).astype(float)
            i, j = np.indices((big, big)) / big
            bright = 1 + look.gloss * (0.5 - 0.25 * (i + j) - 0.5 * shade)
            inside = (array != np.array(tuple(bytes.fromhex(look.back)))).any(axis=2)
            array[inside] = (array * bright[..., None])[inside]
            image.paste(Image.fromarray(array.clip(0, 255).astype(np.uint8)))

    def digit(self, image: Image.Image, letter: str, clue: int, side: int) -> None:
        """Write a digit or a question mark in the middle."""
        look = self.look
        colours = look.digits.split()
        colour = "#" + (colours[(clue - 1) % len(colours)] if clue else look.pole)
        pen = ImageDraw.Draw(image)
        pen.fontmode = "1" if look.sharp else "L"
        font = font_of(self.font, max(7, round(look.size * side)))
        left, top, right, bottom = pen.textbbox((0, 0), letter, font=font)
        x = round((side - right - left) / 2 + self.shift[0] * (side > 14))
        y = round((side - bottom - top) / 2 + self.shift[1] * (side > 14))
        pen.text((x, y), letter, font=font, fill=colour)

    def sign(self, letter: str) -> Iterable[str]:
        """Return the parts of a flag, a mine or a wrong flag."""
        mined = letter in "*!" or (letter == "X" and self.look.crossed)
        sign = SIGNS[self.look.mine_kind if mined else self.look.flag].split("|")
        return [*sign, *SIGNS["cross"].split("|")] if letter == "X" else sign

    def draw(self, pen: ImageDraw.ImageDraw, parts: Iterable[str], big: int) -> None:
        """Draw the parts of a sign: form, colour, places and for lines the width, as shares of the
        side."""
        for form, paint, *numbers in map(str.split, parts):
            colour = "#" + getattr(self.look, paint, paint)
            shares = [big * float(each) for each in numbers]
            if form == "line":
                *shares, width = shares
                pen.line(shares, fill=colour, width=max(FINE, round(width)))
            else:
                getattr(pen, form)(shares, fill=colour)


def framed(board: Image.Image, look: Look, side: int, rnd: random.Random) -> Image.Image:
    """Return the window of a program around its board."""
    width, height = board.size
    if look.frame != "classic":
        rim = rnd.choice((0, 8, 20, 37)) if look.frame != "glass" else 30
        head = rnd.choice((30, 46, 64))
        image = Image.new("RGB", (width + 2 * rim, height + head + rim), "#" + look.back)
        pen = ImageDraw.Draw(image)
        title = rnd.choice(("Mines", "10", "Beginner", "Game  Help"))
        pen.text((10, 6), title, font=font_of("DejaVuSans", 14), fill="#888888")
        place = (max(60, image.width - 70), 6)
        pen.text(
            place, f"{rnd.randrange(999)}", font=font_of("DejaVuSans-Bold", 16), fill="#888888"
        )
        pen.rounded_rectangle((image.width // 2 - 14, 4, image.width // 2 + 14, 26), 6, "#888888")
        image.paste(board, (rim, head))
        return image
    rim, head = max(6, 10 * side // 16), max(40, 54 * side // 16)
    image = Image.new("RGB", (width + 2 * rim, height + head + rim + 24), "#" + look.back)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, image.width, 22), fill=rnd.choice(("#0a246a", "#0054e3", "#ffffff")))
    pen.text((6, 4), "Minesweeper", font=font_of("DejaVuSans-Bold", 11), fill="#808080")
    foot = 24 + head + height
    for box in (
        (rim - 4, 28, image.width - rim + 4, 16 + head),
        (rim - 3, 21 + head, rim + width + 2, foot + 2),
    ):
        for x in range(3):
            left, top, right, bottom = box[0] + x, box[1] + x, box[2] - x, box[3] - x
            pen.line((left, bottom, left, top, right, top), fill="#808080")
            pen.line((left, bottom, right, bottom, right, top), fill="#ffffff")
    for x in (rim + 4, image.width - rim - 48):
        pen.rectangle((x, 33, x + 40, 10 + head), fill="#000000")
        shown, font = f"{rnd.randrange(999):03}", font_of("DejaVuSansMono-Bold", 18)
        pen.text((x + 2, 32), shown, font=font, fill="#ff0000")
    middle = image.width // 2
    pen.rectangle((middle - 12, 32, middle + 12, 56), fill="#c0c0c0", outline="#808080")
    pen.ellipse((middle - 8, 36, middle + 8, 52), fill="#ffff00", outline="#000000")
    image.paste(board, (rim, 24 + head))
    return image


WORDS = ("the", "quick", "12", "File", "Edit", "View", "Help", "1432", "and", "88", "more", "lazy")
PAPERS = (("#ffffff", "#202020"), ("#1e1e1e", "#d4d4d4"), ("#f3f3f3", "#444444"))


def desktop(window: Image.Image, rnd: random.Random) -> Image.Image:
    """Return a desktop with other windows, icons, a table and a taskbar around a window."""
    width = max(window.width + rnd.randint(60, 500), 900)
    height = max(window.height + rnd.randint(90, 300), 600)
    dark = rnd.random() < 0.5
    array = np.empty((height, width, 3))
    array[:] = [rnd.randint(0, 90) if dark else rnd.randint(120, 250) for _ in range(3)]
    if rnd.random() < 0.5:  # a gradient, as of a photograph
        i, j = np.indices((height, width))
        waves = np.sin(i / rnd.uniform(80, 300)) + np.cos(j / rnd.uniform(80, 300))
        array += 30 * waves[..., None]
    image = Image.fromarray(array.clip(0, 255).astype(np.uint8))
    pen = ImageDraw.Draw(image)
    for _ in range(rnd.randint(1, 3)):
        other_window(pen, rnd.randint(0, width - 200), rnd.randint(0, height - 200), rnd)
    for y in range(20, 20 + 70 * rnd.randint(0, 6), 70):
        pen.rounded_rectangle((12, y, 52, y + 40), 6, fill=f"#{rnd.randrange(1 << 24):06x}")
        pen.text((8, y + 42), "Icon", font=font_of("DejaVuSans", 11), fill="#eeeeee")
    pen.rectangle((0, height - 36, width, height), fill="#202830" if dark else "#e8e8ec")
    for x in range(90, 90 + 44 * rnd.randint(3, 9), 44):
        pen.rounded_rectangle((x, height - 32, x + 32, height - 4), 4, fill="#6688aa")
    place = rnd.randint(56, width - window.width), rnd.randint(0, height - window.height - 36)
    image.paste(window, place)
    return image


def other_window(pen: ImageDraw.ImageDraw, x: int, y: int, rnd: random.Random) -> None:
    """Draw a window with a text or a sheet of a table."""
    width, height = rnd.randint(180, 700), rnd.randint(150, 500)
    paper, ink = rnd.choice(PAPERS)
    pen.rectangle((x, y, x + width, y + height), fill=paper, outline="#777777")
    pen.rectangle((x, y, x + width, y + 24), fill="#5577aa")
    name = rnd.choice(("DejaVuSans", "DejaVuSansMono", "DejaVuSerif"))
    font = font_of(name, rnd.choice((11, 13, 15)))
    if rnd.random() >= 0.35:
        for down in range(y + 28, y + height - 18, 18):
            line = " ".join(rnd.choices(WORDS, k=width // 60))
            pen.text((x + 6, down), line, font=font, fill=ink)
        return
    for down in range(y + 24, y + height, 20):
        pen.line((x, down, x + width, down), fill="#c8c8c8")
    for across in range(x, x + width, rnd.choice((64, 80))):
        pen.line((across, y + 24, across, y + height), fill="#c8c8c8")
        pen.text((across + 4, y + 26), str(rnd.randrange(1000)), font=font, fill=ink)


def pointer(image: Image.Image, x: int, y: int, scale: float = 1.0) -> None:
    """Draw an arrow whose tip is at (x, y)."""
    shape = [(0, 0), (0, 17), (4, 13), (7, 20), (10, 19), (7, 12), (12, 12)]
    points = [(x + scale * a, y + scale * b) for a, b in shape]
    ImageDraw.Draw(image).polygon(points, fill="#ffffff", outline="#000000")


#: Ways in which a picture is disturbed, and how often.
DISTURBED = {"none": 8.0, "jpeg": 1.0, "noise": 1.0, "resampled": 1.0, "soft": 0.5}


def noisy(image: Image.Image, rnd: random.Random, kind: str) -> Image.Image:
    """Return the picture as a lossy format, a camera or a scaled page shows it."""
    if kind == "jpeg":
        data = io.BytesIO()
        image.save(data, "JPEG", quality=rnd.randint(80, 95))
        return Image.open(data).convert("RGB")
    if kind == "noise":
        array = np.asarray(image).astype(float)
        strength = rnd.uniform(0.7, 2)
        array += np.random.default_rng(rnd.randrange(2**32)).normal(0, strength, array.shape)
        return Image.fromarray(array.clip(0, 255).astype(np.uint8))
    if kind == "resampled":
        by, way = rnd.uniform(1.05, 1.9), rnd.choice(("BILINEAR", "BICUBIC", "LANCZOS"))
        size = round(image.width * by), round(image.height * by)
        return image.resize(size, Image.Resampling[way])
    if kind == "soft":
        return image.filter(ImageFilter.GaussianBlur(0.5))
    return image


def png(image: Image.Image) -> bytes:
    """Return the bytes of a PNG file."""
    data = io.BytesIO()
    image.save(data, "PNG", compress_level=1)
    return data.getvalue()
