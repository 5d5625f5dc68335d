"""Sudoku for limited belief: every cell has some digit, and certain cells differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

from limited_belief import TRUE, Budget, Closure, Components
from sapper.game import Chance

SIDE = 9


def groups() -> Iterator[list[int]]:
    """Yield the cells (row · 9 + column) of every row, column and block."""
    for i in range(SIDE):
        yield [i * SIDE + j for j in range(SIDE)]
        yield [j * SIDE + i for j in range(SIDE)]
    for r, c in product(range(0, SIDE, 3), repeat=2):
        yield [(r + i) * SIDE + c + j for i, j in product(range(3), repeat=2)]


PAIRS = sorted({pair for group in groups() for pair in combinations(sorted(group), 2)})
PEERS = [[b if a == cell else a for a, b in PAIRS if cell in (a, b)] for cell in range(SIDE * SIDE)]


def closure_of(puzzle: str) -> Closure:
    """Return the closure of a puzzle, given as a digit or dot for each cell; term i is cell i."""
    closure = Closure()
    equation = [
        [closure.equation(closure.term(cell), digit) for digit in range(SIDE)]
        for cell in range(SIDE * SIDE)
    ]
    for some_digit in equation:
        closure.add_clause(some_digit)
    for a, b in PAIRS:
        for digit in range(SIDE):
            closure.add_clause([equation[a][digit] ^ 1, equation[b][digit] ^ 1])
    for cell, sign in enumerate(puzzle):
        if sign not in ".0":
            closure.add_clause([equation[cell][int(sign) - 1]])
    return closure


def solve(puzzle: str, deepest: int = 9) -> tuple[str, Counter[int]]:
    """Return the solution found with splits up to a level, and how many cells each level decided.

    The next cell is always one that the lowest possible level decides.
    """
    closure = closure_of(puzzle)
    parts, levels, budget = Components(closure), Counter[int](), Budget()
    level, seen = 0, len(closure.trail)
    levels[0] = _cells(closure.trail) - sum(sign not in ".0" for sign in puzzle)
    while level <= deepest and not closure.broken:
        parts.touch(())
        found = parts.some(level, budget)
        if not found:
            level += 1
            continue
        x = min(found, key=lambda x: (x & 1, x))
        closure.add_clause([x])
        known = _cells(closure.trail[seen:])
        seen = len(closure.trail)
        levels[level] += not x & 1
        levels[0] += known - (not x & 1)
        level = 0
    return "".join(map(str, _digits(closure))).replace("0", "."), levels


def _cells(literals: list[int]) -> int:
    """Return how many cells get their digit."""
    return sum(not x & 1 for x in literals)


def _digits(closure: Closure) -> Iterator[int]:
    for pairs in closure.pairs:
        yield next((closure.name_of[x] + 1 for x in pairs if closure.value[x] == TRUE), 0)


def dealt(seed: int, clues: int) -> str:
    """Return a puzzle with one solution: a random full grid reduced to ``clues`` clues.

    It has more clues if no more can be removed.
    """
    chance = Chance(seed)
    grid = [0] * (SIDE * SIDE)
    _fill(grid, chance)
    left = SIDE * SIDE
    for cell in chance.shuffled(range(SIDE * SIDE)):
        digit, grid[cell] = grid[cell], 0
        if left == clues or _solutions(grid, 2) > 1:
            grid[cell] = digit
        else:
            left -= 1
    return "".join(map(str, grid)).replace("0", ".")


def _choice(grid: list[int]) -> tuple[int, list[int]] | None:
    """Return the empty cell with the fewest possible digits, and these digits; None if full."""
    empty = [cell for cell, digit in enumerate(grid) if not digit]
    if not empty:
        return None
    fitting = ((cell, set(range(1, 10)) - {grid[peer] for peer in PEERS[cell]}) for cell in empty)
    cell, digits = min(fitting, key=lambda found: len(found[1]))
    return cell, sorted(digits)


def _fill(grid: list[int], chance: Chance) -> bool:
    choice = _choice(grid)
    if choice is None:
        return True
    cell, digits = choice
    for digit in chance.shuffled(digits):
        grid[cell] = digit
        if _fill(grid, chance):
            return True
    grid[cell] = 0
    return False


def _solutions(grid: list[int], most: int) -> int:
    choice = _choice(grid)
    if choice is None:
        return 1
    cell, digits = choice
    found = 0
    for digit in digits:
        grid[cell] = digit
        found += _solutions(grid, most - found)
        if found >= most:
            break
    grid[cell] = 0
    return found
