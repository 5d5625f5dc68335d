"""Forms in which programs and people write positions: each writes any position."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import product

from sapper.game import FLAGGED, HIDDEN, Position

Rows = list[list[str]]

#: Letters for hidden cells, flags and zeros.
LETTERS = {
    "sapper": ("H", "F", "0"),
    "lower case": ("h", "f", "0"),
    "dots": (".", "F", "0"),
    "dots and spaces": (".", "F", " "),
    "hashes": ("#", "F", "."),
    "hashes and spaces": ("#", "F", " "),
    "dashes": ("-", "F", "0"),
    "underscores": ("_", "P", "0"),
    "question marks": ("?", "F", "0"),
    "crosses": ("x", "f", "0"),
    "capital crosses": ("X", "!", "0"),
    "stars": ("*", "F", "0"),
    "blocks": ("■", "⚑", "·"),
    "empty squares": ("□", "⚑", "0"),
    "shades": ("▒", "F", " "),
    "emoji": ("⬛", "🚩", "⬜"),
    "coloured emoji": ("🟦", "🚩", "⬜"),
    "keycaps": ("⬜", "🚩", "0️⃣"),
}
#: Codes of arrays: hidden, flagged.
CODES = ((-1, -2), (9, 10), (-2, -1), (10, 9), (-1, 9))


def rows_of(position: Position, letters: tuple[str, str, str]) -> Rows:
    hidden, flag, zero = letters
    names = {HIDDEN: hidden, FLAGGED: flag, 0: zero}
    if "\u20e3" in zero:
        names |= {clue: f"{clue}\ufe0f\u20e3" for clue in range(9)}
    width = position.grid.width
    texts = [names.get(code, str(code)) for code in position.cells]
    return [texts[i : i + width] for i in range(0, len(texts), width)]


def side_by_side(rows: Rows) -> str:
    return "\n".join(map("".join, rows))


def apart(rows: Rows) -> str:
    return "\n".join(map(" ".join, rows))


def csv(rows: Rows) -> str:
    return "\n".join(map(",".join, rows))


def spaced_csv(rows: Rows) -> str:
    return "\n".join(map(", ".join, rows))


def semicolons(rows: Rows) -> str:
    return "\n".join(map(";".join, rows))


def tabs(rows: Rows) -> str:
    return "\n".join(map("\t".join, rows))


def brackets(rows: Rows) -> str:
    return "\n".join("".join(f"[{cell}]" for cell in row) for row in rows)


def bars(rows: Rows) -> str:
    return "\n".join(f"|{'|'.join(row)}|" for row in rows)


def wide_bars(rows: Rows) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def markdown(rows: Rows) -> str:
    head, *rest = wide_bars(rows).splitlines()
    return "\n".join([head, "|" + "---|" * len(rows[0]), *rest])


def ascii_box(rows: Rows) -> str:
    line = "+" + "---+" * len(rows[0])
    return "\n".join([line, *(f"| {' | '.join(row)} |\n{line}" for row in rows)])


def unicode_box(rows: Rows) -> str:
    inner = [f"│ {' │ '.join(row)} │" for row in rows]
    bars = "───"
    top, middle, bottom = (
        left + mark.join([bars] * len(rows[0])) + right
        for left, mark, right in ("┌┬┐", "├┼┤", "└┴┘")
    )
    return "\n".join([top, f"\n{middle}\n".join(inner), bottom])


def frame(rows: Rows) -> str:
    width = len(rows[0])
    return "\n".join(
        ["╔" + "═" * width + "╗", *(f"║{''.join(row)}║" for row in rows), "╚" + "═" * width + "╝"]
    )


def json_arrays(rows: Rows) -> str:
    return json.dumps(rows, ensure_ascii=False)


def python_lists(rows: Rows) -> str:
    return "[" + ",\n ".join(map(repr, rows)) + "]"


def json_strings(rows: Rows) -> str:
    return json.dumps(["".join(row) for row in rows], ensure_ascii=False, indent=1)


def json_object(rows: Rows) -> str:
    return json.dumps({"turn": 3, "board": rows})


def json_text(rows: Rows) -> str:
    return json.dumps({"state": apart(rows)})


def quoted_lines(rows: Rows) -> str:
    return "\n".join(f'"{"".join(row)}",' for row in rows)


def fenced(rows: Rows) -> str:
    return f"```text\n{side_by_side(rows)}\n```\n"


def chat(rows: Rows) -> str:
    return f"Here is my board:\n\n{apart(rows)}\n\nWhat should I open next?"


def quotation(rows: Rows) -> str:
    return "\n".join(f"> {''.join(row)}" for row in rows)


def indented(rows: Rows) -> str:
    return "\n".join(f"    {''.join(row)}  " for row in rows)


def double_spaced(rows: Rows) -> str:
    return "\n\n".join(map(" ".join, rows))


def coloured(rows: Rows) -> str:
    return "\n".join(" ".join(f"\x1b[31m{cell}\x1b[0m" for cell in row) for row in rows)


def full_width(rows: Rows) -> str:
    wide = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
    return side_by_side(rows).translate(wide)


def numbered(rows: Rows) -> str:
    head = "   " + " ".join(str(i % 10) for i in range(len(rows[0])))
    return "\n".join([head, *(f"{i:2} {' '.join(row)}" for i, row in enumerate(rows))])


def numbered_from_one(rows: Rows) -> str:
    head = "    " + " ".join(f"{i}" for i in range(1, len(rows[0]) + 1))
    line = "   " + "-" * 2 * len(rows[0])
    return "\n".join(
        [head, line, *(f"{i:2} | {' '.join(row)}" for i, row in enumerate(rows, start=1))]
    )


def lettered(rows: Rows) -> str:
    head = "  " + "".join(chr(ord("A") + i) for i in range(len(rows[0])))
    return "\n".join([head, *(f"{i}: {''.join(row)}" for i, row in enumerate(rows, start=1))])


def chess(rows: Rows) -> str:
    head = "   " + " ".join(chr(ord("a") + i) for i in range(len(rows[0])))
    tall = len(rows)
    return "\n".join([*(f"{tall - i:2} {' '.join(row)}" for i, row in enumerate(rows)), head])


def windows(rows: Rows) -> str:
    return "\r\n".join(map("".join, rows)) + "\r\n"


Form = Callable[[Rows], str]
#: Forms in which a blank may be a cell.
WITH_BLANKS: tuple[Form, ...] = (
    apart, csv, semicolons, tabs, brackets, bars, wide_bars, markdown, ascii_box, unicode_box,
    json_arrays, python_lists, json_object,
)  # fmt: skip
FORMS: tuple[Form, ...] = (
    *WITH_BLANKS, side_by_side, spaced_csv, frame, json_strings, json_text, quoted_lines, fenced,
    chat, quotation, indented, double_spaced, coloured, full_width, numbered, numbered_from_one,
    lettered, chess, windows,
)  # fmt: skip
#: Every form with every set of letters that it can write.
ALL: Sequence[tuple[Form, str]] = [
    (form, name)
    for form, (name, letters) in product(FORMS, LETTERS.items())
    if (form in WITH_BLANKS or " " not in letters)
    and (form is not brackets or max(map(len, letters)) == 1)
]


def headed(position: Position, body: str, style: int) -> str:
    """The text with its size and mines in front, in one of several styles, or without."""
    grid, mines = position.grid, position.mines
    heads = [
        f"{grid.width}x{grid.height}x{mines}\n",
        f"{grid.width}×{grid.height}×{mines}\n",
        f"{grid.width} x {grid.height}, {mines} mines\n",
        f"Mines: {mines}\n",
        f"{grid.width} {grid.height} {mines}\n",
        f"size {grid.width}x{grid.height} with {mines} bombs\n\n",
        "",
    ]
    return heads[style % len(heads)] + body
