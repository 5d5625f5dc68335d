"""The only source of randomness: seeded, passed as an argument, identical on every machine.

xoshiro256** (Blackman & Vigna 2018, "Scrambled linear pseudorandom number generators"), seeded by
splitmix64, or by SHA-256 if a key has more than 64 bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import TypeVar

from mio.errors import InputError

Item = TypeVar("Item")

_MASK = 0xFFFFFFFFFFFFFFFF


def _mixed(x: int) -> int:
    """Return the result of splitmix64's finaliser."""
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
    return x ^ (x >> 31)


def _rotated(x: int, bits: int) -> int:
    return ((x << bits) | (x >> (64 - bits))) & _MASK


class Chance:
    """A stream of random numbers: ``Chance(seed, *keys)`` selects one of many unrelated streams."""

    def __init__(self, *keys: int) -> None:
        self._state = (0, 0, 0, 0)
        for key in (0, *keys):
            x = (_mixed(self._state[0] ^ (key & _MASK)) + self._state[1]) & _MASK
            self._state = tuple(  # type: ignore[assignment]
                _mixed((x + step * 0x9E3779B97F4A7C15) & _MASK) for step in (1, 2, 3, 4)
            )
        if any(key >> 64 > 0 for key in keys):  # of which splitmix64 would keep 64 bits
            digest = sha256(" ".join(map(str, keys)).encode()).digest()
            self._state = tuple(  # type: ignore[assignment]
                int.from_bytes(digest[i : i + 8], "big") for i in (0, 8, 16, 24)
            )

    def below(self, bound: int) -> int:
        """Return a uniform integer from 0 to ``bound`` - 1, which is at most 2**32."""
        if not 1 <= bound <= 1 << 32:
            raise InputError(f"the bound must be from 1 to 4294967296, not {bound!r:.40}")
        x = self._bits() >> 32
        while x < (1 << 32) % bound:  # so that every result is equally likely
            x = self._bits() >> 32
        return x % bound

    def random(self) -> float:
        """Return a uniform float in [0, 1) with 53 random bits."""
        return (self._bits() >> 11) / 9007199254740992

    def _bits(self) -> int:
        a, b, c, d = self._state
        c ^= a
        d ^= b
        self._state = (a ^ d, b ^ c, c ^ ((b << 17) & _MASK), _rotated(d, 45))
        return (_rotated((b * 5) & _MASK, 7) * 9) & _MASK

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """Return the items in a uniformly random order, by a forward Fisher-Yates shuffle."""
        order = list(items)
        for i in range(len(order)):
            j = i + self.below(len(order) - i)
            order[i], order[j] = order[j], order[i]
        return order

    def choice(self, items: Sequence[Item]) -> Item:
        """Return a random item of a sequence that is not empty."""
        return items[self.below(len(items))]
