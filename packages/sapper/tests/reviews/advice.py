"""Perfect play by trying everything, and the advice about guesses that it refutes."""

from __future__ import annotations

import re
from functools import cache

import sapper
from sapper.game import Position
from sapper.inference import analyse
from tests.inference.brute import layouts as brute_layouts

MAX_HIDDEN = 9  #: hidden cells of a position for which everything is tried


def perfect(position: Position) -> dict[int, int]:
    """The layouts that perfect play wins after opening each cell, by trying everything."""
    grid = position.grid
    layouts = [frozenset(mines) for mines in brute_layouts(position)]
    hidden = position.hidden_indices

    def shown(index: int, mines: frozenset[int]) -> int:
        return len(mines.intersection(grid.neighbour_indices(index)))

    @cache
    def opened(among: frozenset[frozenset[int]], done: frozenset[int], index: int) -> int:
        groups: dict[int, set[frozenset[int]]] = {}
        for mines in among:
            if index not in mines:
                groups.setdefault(shown(index, mines), set()).add(mines)
        return sum(won(frozenset(group), done | {index}) for group in groups.values())

    @cache
    def won(among: frozenset[frozenset[int]], done: frozenset[int]) -> int:
        if any(len(done) + len(mines) == len(hidden) for mines in among):
            return 1 if len(among) == 1 else 0
        return max(opened(among, done, i) for i in hidden if i not in done)

    return {i: opened(frozenset(layouts), frozenset(), i) for i in hidden}


def refuted(position: Position, most: int = MAX_HIDDEN) -> tuple[int, list[str]]:
    """The number of guesses that are explained in a position with at most so many hidden cells, and
    the words of those whose advice perfect play refutes."""
    analysis = analyse(position)
    if analysis.safe or not 0 < len(position.hidden_indices) <= most:
        return 0, []
    exact, said, faults = perfect(position), 0, list[str]()
    best = max(exact.values())
    least = min(analysis.probabilities[i] for i, won in exact.items() if won == best)
    for own, value in exact.items():
        if 0.0 < analysis.probabilities[own] < 1.0:
            said += 1
            words = sapper.explain(position, position.grid.cell(own)).words
            lowest = analysis.probabilities[own] <= least + 1e-9
            if not _agrees(position, words, value, best, exact, lowest=lowest):
                faults.append(words)
    return said, faults


def _agrees(
    position: Position, words: str, value: int, most: int, exact: dict[int, int], *, lowest: bool
) -> bool:
    """Whether perfect play agrees with the words about a guess of this value."""
    index = position.grid.index
    better = re.search(r"\[(\d+), (\d+)\] is better:.* wins (\d+) of .* (\d+)\.$", words)
    begin = re.search(r"begin with \[(\d+), (\d+)\]", words)
    if begin and exact[index((int(begin[1]), int(begin[2])))] <= value:
        return False
    if better:
        row, column, wins, less = map(int, better.groups())
        return wins == exact[index((row, column))] == most > value == less
    said = "50/50" in words or re.search(rf"{most} of \d+ layout", words)
    return value == most and bool(said) and lowest != (" wins as many at a lower risk" in words)
