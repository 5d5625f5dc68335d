"""The looks of programs as data: colours, borders, fonts and signs, after what the public sees.

Nothing is copied: digits come from free fonts, and ``draw`` draws cells, flags and mines itself.
"""

from __future__ import annotations

import random
from colorsys import hls_to_rgb, rgb_to_hls
from dataclasses import dataclass, replace

CLASSIC = "0000ff 008000 ff0000 000080 800000 008080 000000 808080"
NIGHT = "7cc7ff 66c266 ff7788 ee88ff ddaa22 66cccc 999999 d0d8e0"
SEVEN = "4050be 1e6903 aa0607 010280 7b0101 057a7c aa0607 aa0607"
LAWN = "1976d2 388e3c d32f2f 7b1fa2 ff8f00 0097a7 424242 9e9e9e"


#: The parts of signs: form, colour, places and for lines the width, as shares of the side.
SIGNS = {
    "pole": "rectangle pole .49 .2 .56 .75|polygon cloth .54 .18 .54 .52 .24 .35"
            "|rectangle pole .36 .68 .68 .75|rectangle pole .27 .75 .75 .8",
    "pin": "rectangle pole .3 .18 .37 .84|polygon cloth .34 .18 .8 .36 .34 .56"
           "|rectangle pole .24 .78 .44 .84",
    "disc": "ellipse mine .27 .27 .73 .73",
    "spiked": "ellipse mine .27 .27 .73 .73|line mine .15 .5 .85 .5 .07|line mine .5 .15 .5 .85 .07"
              "|line mine .27 .27 .73 .73 .07|line mine .27 .73 .73 .27 .07"
              "|ellipse ffffff .37 .37 .48 .48",
    "cross": "line e00000 .16 .16 .84 .84 .083|line e00000 .16 .84 .84 .16 .083",
}  # fmt: skip


@dataclass(frozen=True)
class Look:
    """How a program draws its board. Lengths are shares of the side of a cell.

    - ``hidden``, ``opened``: one colour, two of a checkerboard, or nine, one for each clue.
    - ``bevel``: light and dark colour of raised cells, and the width; ``gloss``: lighter above.
    - ``line``: what bounds open cells above and on the left; ``border``: what bounds all cells.
    - ``flag``, ``mine_kind``: the shapes of signs; ``crossed``: wrong flags are crossed mines.
    """

    name: str
    hidden: str
    opened: str
    digits: str = CLASSIC
    sides: tuple[int, ...] = (16,)
    fonts: tuple[str, ...] = ("DejaVuSans-Bold",)
    size: float = 0.75
    sharp: bool = False  #: digits are pixels without smooth edges
    bevel: tuple[str, str, float] | None = None
    gloss: float = 0.0
    line: str = ""
    border: str = ""
    gap: float = 0.0
    radius: float = 0.0
    back: str = "c0c0c0"
    flag: str = "pole"
    cloth: str = "ff0000"
    pole: str = "000000"
    mine: str = "000000"
    mine_kind: str = "spiked"
    crossed: bool = True
    exploded: str = "ff0000"
    frame: str = "classic"
    sizes: str = "classic"


SANS = ("DejaVuSans-Bold", "DejaVuSansCondensed-Bold", "DejaVuSans")
#: Fonts that neither the training nor the tuning has seen, those that are installed.
HELD_OUT = (
    "Roboto-Bold", "Roboto-Medium", "Roboto-Regular", "Manrope-Bold", "Manrope-SemiBold",
    "RedHatDisplay-Bold", "RedHatDisplay-Medium", "FiraSans-Medium", "FiraSans-Regular",
    *(
        f"{name}-latin-{weight}"
        for name in (
            "figtree", "plus-jakarta-sans", "public-sans", "assistant", "mukta", "outfit",
            "urbanist", "encode-sans", "crimson-pro", "jetbrains-mono", "atkinson-hyperlegible",
            "libre-franklin",
        )
        for weight in (400, 500, 700)
    ),
)  # fmt: skip

LOOKS = (
    Look("Windows XP", "c0c0c0", "c0c0c0", sharp=True, size=0.8,
         bevel=("ffffff", "808080", 0.125), line="808080"),
    Look("Minesweeper X", "c0c0c0", "c0c0c0", sharp=True, size=0.85, sides=(16, 20, 24),
         fonts=("DejaVuSerif-Bold", "DejaVuSans-Bold"), bevel=("ffffff", "808080", 0.125),
         line="808080"),
    Look("Arbiter", "c0c0c0", "c0c0c0", size=0.8, sides=(16, 24, 32), line="9a9a9a",
         bevel=("ffffff", "808080", 0.07), back="d4d0c8"),
    Look("Clone", "bdbdbd", "bdbdbd", size=0.8, sides=(16, 18, 24),
         fonts=("DejaVuSansMono-Bold", *SANS), bevel=("f8f8f8", "7b7b7b", 0.11), line="7b7b7b",
         back="bdbdbd"),
    Look("Windows 7", "5b84d8", "c9d6ea", SEVEN, (18, 26, 36), SANS, 0.72, gloss=0.35,
         border="28406e", radius=0.1, back="dfe8f5", cloth="d21414", pole="f0f0f0",
         mine="202020", crossed=True, frame="glass"),
    Look("Windows 10", "2f76c4 2a6ab0", "1b2836 202e3e", NIGHT, (32, 40, 52), ("DejaVuSans",), 0.7,
         gap=0.04, back="0f1822", flag="pin", cloth="ffb900", pole="ffffff", mine="e8e8e8",
         crossed=False, frame="dark"),
    Look("Windows 11", "4cc2ff", "2b2b2b", NIGHT, (30, 40), ("DejaVuSans-Bold",), 0.6,
         gap=0.08, radius=0.15, back="202020", cloth="ff99a4", pole="1b1b1b", mine="ffffff",
         mine_kind="disc", crossed=False, frame="dark"),
    Look("minesweeper.online, light", "c6c6c6", "c6c6c6",
         "0000f7 007c00 ec1f1f 00007c 7c0000 007c7c 000000 7c7c7c", (16, 20, 24, 30), size=0.82,
         bevel=("ffffff", "808080", 0.11), line="808080", back="f4f4f4"),
    Look("minesweeper.online, dark", "4c545c", "384048", NIGHT, (20, 24, 30), size=0.82,
         bevel=("6e7881", "262b30", 0.11), line="22272c", back="1e2226", cloth="ff4040",
         pole="101010", exploded="b32d2d"),
    Look("Google", "aad751 a2d149", "e5c29f d7b899", LAWN, (24, 30, 36, 45), ("DejaVuSans-Bold",),
         0.72, back="4a752c", flag="pin", cloth="f23607", pole="e63307", mine="3b5d2a",
         mine_kind="disc", crossed=False, exploded="db3236", frame="plain", sizes="lawn"),
    Look("GNOME", "babdb6", "dededc ddfac3 ecedbf eddab4 edc38a f7a1a2 fea785 ff7d60 ff323c",
         "2e3436", (28, 36, 44), ("DejaVuSans-Bold", "DejaVuSans"), 0.6, gap=0.1, radius=0.06,
         back="fafafa", flag="pole", cloth="2e3436", pole="2e3436", mine="2e3436",
         mine_kind="disc", crossed=False, exploded="cc0000", frame="plain", sizes="gnome"),
    Look("KMines", "d2d2d2", "acacac",
         "000088 008800 966400 880088 008888 883300 880000 444444", (24, 28, 40), SANS, 0.75,
         gloss=0.2, border="888888", back="969696", cloth="d03030", pole="404040",
         crossed=True, frame="plain"),
    Look("Antimine, light", "424242", "d3d0c8",
         "527f8d 2b8d43 ffa000 8d0000 8d008d 008d8d 3a3a3a 6a6a6a", (32, 40, 54), SANS[:1], 0.62,
         gap=0.06, radius=0.12, back="ececec", flag="pole", cloth="ffffff", pole="ffffff",
         mine="1a1a1a", mine_kind="disc", crossed=False, frame="phone", sizes="phone"),
    Look("Antimine, dark", "d5d2cc", "1c1c1c",
         "8fbcc8 6fcf85 ffc04d ff8a80 ea80fc 64d8cb dddddd aaaaaa", (32, 40, 54), SANS[:1], 0.62,
         gap=0.06, radius=0.12, back="121212", flag="pole", cloth="20262a", pole="20262a",
         mine="e8e8e8", mine_kind="disc", crossed=False, frame="phone", sizes="phone"),
    Look("sgtpuzzles", "d9d9d9", "d9d9d9",
         "0000ff 007f00 ff0000 00007f 7f0000 007f7f 000000 7f7f7f", (20, 30), ("DejaVuSans",),
         0.7, bevel=("ffffff", "999999", 0.1), line="999999", back="d9d9d9", crossed=True,
         frame="plain"),
    Look("JSMinesweeper", "c0c0c0", "b8b8b8", CLASSIC, (24, 32), ("DejaVuSerif-Bold", *SANS),
         0.8, bevel=("f4f4f4", "808080", 0.08), border="8a8a8a", back="e8eef0", crossed=True,
         frame="plain"),
    Look("Metasweeper", "3a6ea5", "e6ecf2", SEVEN, (16, 24, 32), ("DejaVuSans-Bold",), 0.78,
         bevel=("5b8fc6", "27507c", 0.08), border="b4bfca", back="c9d3dc", cloth="ff5050",
         pole="ffffff", frame="classic"),
)  # fmt: skip


def varied(look: Look, rnd: random.Random, fonts: tuple[str, ...] | None = None) -> Look:
    """Return a variant: other hues, sizes and widths, and one of ``fonts`` instead of its own."""
    turn, light = rnd.uniform(-0.04, 0.04), rnd.uniform(-0.05, 0.05)

    def tinted(code: str) -> str:
        hue, lightness, strength = rgb_to_hls(*(part / 255 for part in bytes.fromhex(code)))
        lightness += light * min(lightness, 1 - lightness) * 2
        made = hls_to_rgb((hue + turn) % 1, min(1, max(0, lightness)), strength)
        return bytes(round(255 * part) for part in made).hex()

    def tints(colours: str) -> str:
        return " ".join(map(tinted, colours.split()))

    return replace(
        look,
        hidden=tints(look.hidden),
        opened=tints(look.opened),
        digits=tints(look.digits),
        back=tints(look.back),
        cloth=tints(look.cloth),
        size=look.size * rnd.uniform(0.88, 1.04),
        gap=look.gap * rnd.uniform(0.7, 1.4),
        radius=look.radius * rnd.uniform(0.5, 1.5),
        fonts=fonts or look.fonts,
    )
