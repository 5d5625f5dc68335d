# cython: overflowcheck=False
"""The one generator of randomness: seeded, passed by hand, equal on every machine.

xoshiro256** (Blackman & Vigna 2018, "Scrambled linear pseudorandom number generators"), seeded
by splitmix64. Runs natively inside the kernel; interpreted it yields the same numbers. Its sums
wrap around by design, so no build may check them for overflow.
"""

import re

import cython

from sapper.errors import NotationError

# Constants beyond 31 bits must be C variables; the mask is what makes the interpreted file wrap.
MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
MIX_1 = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
MIX_2 = cython.declare(cython.ulonglong, 0x94D049BB133111EB)
STEP = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
WORD = cython.declare(cython.ulonglong, 0x100000000)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def _mix(x: cython.ulonglong) -> cython.ulonglong:
    """The finaliser of splitmix64."""
    x = ((x ^ (x >> 30)) * MIX_1) & MASK
    x = ((x ^ (x >> 27)) * MIX_2) & MASK
    return x ^ (x >> 31)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def _rotl(x: cython.ulonglong, k: cython.int) -> cython.ulonglong:
    return ((x << k) | (x >> (64 - k))) & MASK


@cython.final
@cython.cclass
class Chance:
    """A stream of random numbers; ``Chance(seed, *keys)`` names one of many unrelated streams."""

    def __init__(self, *keys):
        self.seed(0)
        for key in keys:
            self.fold(key & 0xFFFFFFFFFFFFFFFF)

    def seed(self, key):
        """Start the stream named by this one key."""
        self.a = 0
        self.b = 0
        self.c = 0
        self.d = 0
        self.fold(key)

    def fold(self, key):
        """Start the stream named by all keys so far and this one."""
        x: cython.ulonglong = (_mix(self.a ^ key) + self.b) & MASK
        x = (x + STEP) & MASK
        self.a = _mix(x)
        x = (x + STEP) & MASK
        self.b = _mix(x)
        x = (x + STEP) & MASK
        self.c = _mix(x)
        x = (x + STEP) & MASK
        self.d = _mix(x)

    def bits(self):
        """The next 64 random bits."""
        out: cython.ulonglong = (_rotl((self.b * 5) & MASK, 7) * 9) & MASK
        t: cython.ulonglong = (self.b << 17) & MASK
        self.c ^= self.a
        self.d ^= self.b
        self.b ^= self.c
        self.a ^= self.d
        self.c ^= t
        self.d = _rotl(self.d, 45)
        return out

    def below(self, n):
        """A uniform integer from 0 to n - 1, for n from 1 to 2**32; ``ValueError`` for others."""
        limit: cython.ulonglong = n
        if limit < 1 or limit > WORD:
            with cython.gil:
                raise ValueError(f"a choice below {n} is none")
        reject: cython.ulonglong = WORD % limit
        x: cython.ulonglong = self.bits() >> 32
        while x < reject:
            x = self.bits() >> 32
        return x % limit

    def random(self):
        """A uniform float in [0, 1) with 53 random bits."""
        return cython.cast(cython.double, self.bits() >> 11) * (1.0 / 9007199254740992.0)

    def shuffled(self, items):
        """The items in a uniformly random order: a forward Fisher-Yates shuffle, so that the
        first k of them need only k draws."""
        order = list(items)
        for i in range(len(order)):
            j = i + self.below(len(order) - i)
            order[i], order[j] = order[j], order[i]
        return order

    def choice(self, items):
        """One of the items. Raises ``ValueError`` if there are none."""
        return items[self.below(len(items))]

    def __str__(self):
        return f"{self.a:016x}{self.b:016x}{self.c:016x}{self.d:016x}"

    def __repr__(self):
        return f"Chance.parse('{self}')"

    def __eq__(self, other):
        return isinstance(other, Chance) and str(self) == str(other)

    def __reduce__(self):
        return Chance.parse, (str(self),)

    @staticmethod
    def parse(text):
        """The generator whose ``str`` this is, at the same place of its stream.

        Raises ``NotationError`` for any other text, 64 zeros among them: no stream gets there.
        """
        if not re.fullmatch("[0-9a-f]{64}", text) or not int(text, 16):
            raise NotationError(f"{text[:70]!r} is not the 64 hexadecimal digits of a Chance")
        chance = Chance()
        chance.restore(*(int(text[i : i + 16], 16) for i in range(0, 64, 16)))
        return chance

    def restore(self, a, b, c, d):
        """Go to the place of a stream that these four words are; not all may be zero."""
        self.a = a
        self.b = b
        self.c = c
        self.d = d
