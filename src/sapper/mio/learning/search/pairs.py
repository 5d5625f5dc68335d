"""The order in which a greedy search tries pairs of macros, if it cannot try all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from sapper.mio.learning.macros import SearchStep
from sapper.mio.learning.saturation import bits
from sapper.mio.learning.search.space import Node, Space

_SAMPLE = 1500  #: the most examples of each kind from which gains of pairs are computed

#: A macro and the clause that it forms by itself.
Single: TypeAlias = tuple[SearchStep, Node]
Pair: TypeAlias = tuple[Single, Single]
_Floats: TypeAlias = npt.NDArray[np.float32]


def by_gain(space: Space, singles: Sequence[Single]) -> Iterator[Pair]:
    """Yield the pairs that share no variables except the head's, those with the largest gain first.

    Such a pair covers the examples that both macros cover, so products of matrices count the
    examples of all pairs at once. Pairs that cover what one of their macros covers are left out.
    If there are many examples, an evenly spread sample is counted.
    """
    if len(singles) < 2:
        return
    task = space.task
    p, share = _together(singles, task.positives)
    n, other = _together(singles, task.negatives)
    same = (p == p.diagonal()[:, None]) & (n == n.diagonal()[:, None])
    total = task.positives.bit_count() + task.negatives.bit_count()
    base = np.log2(max(1, task.positives.bit_count()) / total)
    p, n = p / share, n / other
    with np.errstate(divide="ignore", invalid="ignore"):
        gains = np.where(p > 0, p * (np.log2(p / (p + n)) - base), -np.inf)
    own = [space.own(step.literals) for step, _ in singles]
    width = max(1, max(own).bit_length())
    linked = _products(own, width, range(width))
    gains[same | same.T | (linked > 0) | np.tri(len(singles), dtype=bool)] = -np.inf
    order = np.argsort(-gains, axis=None, kind="stable")
    for place in order[: int(np.isfinite(gains).sum())].tolist():
        yield singles[place // len(singles)], singles[place % len(singles)]


def by_size(ranked: Sequence[Single]) -> Iterator[Pair]:
    """Yield all pairs, short ones first, and of equal length those of early items."""
    sized: dict[int, list[Single]] = {}
    for single in ranked:
        sized.setdefault(single[0].size, []).append(single)
    sizes = sorted(sized)
    for total in sorted({a + b for a in sizes for b in sizes}):
        for a in sizes:
            if 2 * a == total:
                yield from diagonals(sized[a])
            elif a < total - a and total - a in sized:
                yield from _crossed(sized[a], sized[total - a])


def alternating(one: Iterator[Pair], other: Iterator[Pair]) -> Iterator[Pair]:
    """Yield pairs from both in turn."""
    return (pair for both in zip_longest(one, other) for pair in both if pair is not None)


def diagonals(ranked: Sequence[Single]) -> Iterator[Pair]:
    """Yield the pairs of one list, early items first."""
    for total in range(1, 2 * len(ranked) - 2):
        for i in range(max(0, total - len(ranked) + 1), (total + 1) // 2):
            yield ranked[i], ranked[total - i]


def _crossed(one: Sequence[Single], other: Sequence[Single]) -> Iterator[Pair]:
    """Yield the pairs of two lists, early items first."""
    for total in range(len(one) + len(other) - 1):
        for i in range(max(0, total - len(other) + 1), min(total + 1, len(one))):
            yield one[i], other[total - i]


def _together(singles: Sequence[Single], examples: int) -> tuple[_Floats, float]:
    """Return how many examples each two macros cover together, and the share of examples
    counted."""
    places = bits(examples)
    sample = places[:: len(places) // _SAMPLE + 1] or [0]
    covers = [node.cover & examples for _, node in singles]
    found = _products(covers, examples.bit_length() or 1, sample)
    return found, len(sample) / max(1, len(places))


def _products(masks: Sequence[int], width: int, places: Sequence[int]) -> _Floats:
    """Return the number of common bits, at these places, of each two masks."""
    size = (width + 7) // 8
    packed = np.frombuffer(b"".join(m.to_bytes(size, "little") for m in masks), dtype=np.uint8)
    flags = np.unpackbits(packed.reshape(len(masks), size), axis=1, bitorder="little")
    chosen = flags[:, np.asarray(places)].astype(np.float32)
    return np.asarray(chosen @ chosen.T)
