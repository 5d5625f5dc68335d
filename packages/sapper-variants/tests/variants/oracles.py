"""The rules of some variants written a second time, in plain Python on rows of letters.

``*`` is a mine and ``.`` a safe cell. They share no code with the package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby, product

Rows = tuple[str, ...]
Place = tuple[int, int]

AROUND = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]
SIDES = [(-1, 0), (0, 1), (1, 0), (0, -1)]


def mined(rows: Rows, r: int, c: int) -> bool:
    return 0 <= r < len(rows) and 0 <= c < len(rows[0]) and rows[r][c] == "*"


def places(rows: Rows, letter: str) -> list[Place]:
    size = product(range(len(rows)), range(len(rows[0])))
    return [(r, c) for r, c in size if rows[r][c] == letter]


def number(rows: Rows, r: int, c: int, steps: list[Place] = AROUND) -> int:
    return sum(mined(rows, r + dr, c + dc) for dr, dc in steps)


def flood(cells: set[Place], steps: list[Place]) -> Iterator[set[Place]]:
    """The connected groups of cells."""
    rest = set(cells)
    while rest:
        group, waiting = set[Place](), [rest.pop()]
        while waiting:
            r, c = waiting.pop()
            group.add((r, c))
            near = {(r + dr, c + dc) for dr, dc in steps} & rest
            rest -= near
            waiting += near
        yield group


def quad(rows: Rows) -> bool:
    return all(
        any(mined(rows, r + dr, c + dc) for dr in (0, 1) for dc in (0, 1))
        for r in range(len(rows) - 1)
        for c in range(len(rows[0]) - 1)
    )


def triplet(rows: Rows) -> bool:
    return not any(
        all(mined(rows, r + n * dr, c + n * dc) for n in range(3))
        for r, c in places(rows, "*")
        for dr, dc in AROUND
    )


def connected(rows: Rows) -> bool:
    return len(list(flood(set(places(rows, "*")), AROUND))) < 2


def outside(rows: Rows) -> bool:
    if len(list(flood(set(places(rows, ".")), SIDES))) > 1:
        return False
    last = len(rows) - 1, len(rows[0]) - 1
    return all(
        any(r in (0, last[0]) or c in (0, last[1]) for r, c in group)
        for group in flood(set(places(rows, "*")), SIDES)
    )


def domino(rows: Rows) -> bool:
    return all(number(rows, r, c, SIDES) == 1 for r, c in places(rows, "*"))


def battleship(rows: Rows) -> bool:
    for group in flood(set(places(rows, "*")), AROUND):
        straight = len({r for r, _ in group}) == 1 or len({c for _, c in group}) == 1
        if not straight or len(group) > 4:
            return False
    return True


def snake(rows: Rows) -> bool:
    """One walk over all mines, each next to the one before it and to no earlier one."""
    mines = set(places(rows, "*"))

    def walks(at: Place, rest: set[Place]) -> bool:
        near = [(at[0] + dr, at[1] + dc) for dr, dc in SIDES]
        onward = [cell for cell in near if cell in rest]
        if len(onward) > 1:
            return False
        return not rest if not onward else walks(onward[0], rest - set(onward))

    return not mines or (len(mines) > 1 and any(walks(cell, mines - {cell}) for cell in mines))


def balance(rows: Rows) -> bool:
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    return all(len({line.count("*") for line in lines}) == 1 for lines in (rows, columns))


def area(rows: Rows) -> bool:
    return all(len(group) == 4 for group in flood(set(places(rows, "*")), SIDES))


def horizontal(rows: Rows) -> bool:
    return not any("**" in row for row in rows)


LAYOUTS: dict[str, Callable[[Rows], bool]] = {
    rule.__name__: rule
    for rule in (
        *(quad, triplet, connected, outside, domino),
        *(battleship, snake, balance, area, horizontal),
    )
}


def ring(rows: Rows, r: int, c: int) -> list[int]:
    """The lengths of the runs of mines around a cell."""
    letters = "".join(".*"[mined(rows, r + dr, c + dc)] for dr, dc in AROUND)
    if "." not in letters:
        return [8]
    at = letters.index(".")
    turned = letters[at:] + letters[:at]
    return sorted(len(list(run)) for letter, run in groupby(turned) if letter == "*")


def seen(rows: Rows, r: int, c: int, step: Place) -> int:
    n = 1
    while True:
        y, x = r + n * step[0], c + n * step[1]
        if not (0 <= y < len(rows) and 0 <= x < len(rows[0])) or rows[y][x] == "*":
            return n - 1
        n += 1


def coloured(rows: Rows, r: int, c: int) -> tuple[int, int]:
    """The numbers of mines in dark and in light cells around a cell."""
    near = [(r + dr, c + dc) for dr, dc in AROUND if mined(rows, r + dr, c + dc)]
    dark = sum((y + x) % 2 for y, x in near)
    return dark, len(near) - dark


def contiguous(rows: Rows, r: int, c: int) -> str:
    runs = ring(rows, r, c)
    text = str(sum(runs))
    return text if text in "01" else f"{{{text}}}" if len(runs) == 1 else f"-{text}-"


def liar(n: int) -> set[str]:
    return {str(m) for m in (n - 1, n + 1) if m >= 0}


CROSS = [(n * dr, n * dc) for dr, dc in SIDES for n in (1, 2)]
KNIGHT = [(r, c) for r, c in product((-2, -1, 1, 2), repeat=2) if abs(r) != abs(c)]

#: What a clue can show.
CLUES: dict[str, Callable[[Rows, int, int], set[str]]] = {
    "standard": lambda rows, r, c: {str(number(rows, r, c))},
    "liar": lambda rows, r, c: liar(number(rows, r, c)),
    "multiple": lambda rows, r, c: {str(2 * coloured(rows, r, c)[0] + coloured(rows, r, c)[1])},
    "negation": lambda rows, r, c: {str(abs(coloured(rows, r, c)[0] - coloured(rows, r, c)[1]))},
    "cross": lambda rows, r, c: {str(number(rows, r, c, CROSS))},
    "cross-liar": lambda rows, r, c: liar(number(rows, r, c, CROSS)),
    "knight": lambda rows, r, c: {str(number(rows, r, c, KNIGHT))},
    "modulo": lambda rows, r, c: {str(number(rows, r, c) % 3)},
    "wall": lambda rows, r, c: {".".join(map(str, ring(rows, r, c))) or "0"},
    "longest": lambda rows, r, c: {str(max(ring(rows, r, c), default=0))},
    "partition": lambda rows, r, c: {str(len(ring(rows, r, c)))},
    "contiguous": lambda rows, r, c: {contiguous(rows, r, c)},
    "eyesight": lambda rows, r, c: {str(1 + sum(seen(rows, r, c, step) for step in SIDES))},
    "eyesight-difference": lambda rows, r, c: {
        str(
            sum(seen(rows, r, c, step) for step in SIDES[0::2])
            - sum(seen(rows, r, c, step) for step in SIDES[1::2])
        )
    },
}
