# cython: overflowcheck=False
"""The only source of randomness: seeded, passed as an argument, identical on every machine.

xoshiro256** (Blackman & Vigna 2018, "Scrambled linear pseudorandom number generators"), seeded
by splitmix64, or by SHA-256 if a key has more than 64 bits, so that such a key can be secret. It is
compiled as part of the kernel; interpreted, it yields the same numbers. Its sums wrap around by
design, so no build may check them for overflow.
"""

import re
from operator import index

import cython

from sapper.errors import InputError, NotationError

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
    """Apply the finaliser of splitmix64."""
    x = ((x ^ (x >> 30)) * MIX_1) & MASK
    x = ((x ^ (x >> 27)) * MIX_2) & MASK
    return x ^ (x >> 31)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def _rotl(x: cython.ulonglong, k: cython.int) -> cython.ulonglong:
    return ((x << k) | (x >> (64 - k))) & MASK


def _hashed(keys):
    """Return the state of a stream with a key beyond 64 bits; splitmix64 would keep 64 of them."""
    from hashlib import sha256  # few streams need it

    digest = sha256(" ".join(str(index(key)) for key in keys).encode()).digest()
    return [int.from_bytes(digest[i : i + 8], "big") for i in range(0, 32, 8)]


@cython.final
@cython.cclass
class Chance:
    """A stream of random numbers: ``Chance(seed, *keys)`` selects one of many unrelated streams.

    Raises ``InputError`` for a key that is not a whole number.

    >>> chance = sapper.Chance(7)
    >>> [chance.below(6) for _ in range(5)]
    [0, 4, 5, 3, 4]
    """

    def __init__(self, *keys):
        self.seed(0)
        key = None
        try:
            for key in keys:
                self.fold(index(key) & 0xFFFFFFFFFFFFFFFF)
        except TypeError:
            raise InputError(f"expected whole numbers in Chance(…), not {key!r:.40}") from None
        if any(index(key) >> 64 > 0 for key in keys):
            self.restore(*_hashed(keys))

    def seed(self, key):
        """Start the stream of this single key."""
        self.a = 0
        self.b = 0
        self.c = 0
        self.d = 0
        self.fold(key)

    def fold(self, key):
        """Start the stream of all keys so far followed by this one."""
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
        """Return the next 64 random bits."""
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
        """Return a uniform integer from 0 to n - 1.

        Raises ``InputError`` unless n is a whole number from 1 to 2**32.
        """
        try:
            bound = index(n)
        except TypeError:
            bound = 0
        if not 1 <= bound <= 4294967296:
            raise InputError(f"the bound must be from 1 to 4294967296, not {n!r:.40}")
        return self._draw(bound)

    def _draw(self, n):
        """Return the same as ``below``, without a check, for the kernel."""
        limit: cython.ulonglong = n
        reject: cython.ulonglong = WORD % limit
        x: cython.ulonglong = self.bits() >> 32
        while x < reject:
            x = self.bits() >> 32
        return x % limit

    def random(self):
        """Return a uniform float in [0, 1) with 53 random bits."""
        return cython.cast(cython.double, self.bits() >> 11) * (1.0 / 9007199254740992.0)

    def shuffled(self, items):
        """Return the items in a uniformly random order.

        This is a forward Fisher-Yates shuffle, so the first k items need only k draws.
        """
        try:
            order = list(items)
        except TypeError:
            raise InputError(f"items: expected a list, not {items!r:.40}") from None
        for i in range(len(order)):
            j = i + self._draw(len(order) - i)
            order[i], order[j] = order[j], order[i]
        return order

    def choice(self, items):
        """Return a random item. Raises ``InputError`` if there is no item."""
        try:
            count = len(items)
        except TypeError:
            raise InputError(f"items: expected a sequence, not {items!r:.40}") from None
        if not count:
            raise InputError("items: expected at least one to choose from")
        try:
            return items[self._draw(count)]
        except (TypeError, LookupError):
            raise InputError(f"items: expected a sequence, not {items!r:.40}") from None

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
        """Return the generator with this ``str``, at the same point of its stream.

        Raises ``NotationError`` for any other text, and for 64 zeros, which no stream reaches.
        """
        if not isinstance(text, str) or not re.fullmatch("[0-9a-f]{64}", text) or not int(text, 16):
            raise NotationError(f"{text!r:.72} is not the 64 hexadecimal digits of a Chance")
        chance = Chance()
        a, b, c, d = (int(text[i : i + 16], 16) for i in range(0, 64, 16))
        chance.restore(a, b, c, d)
        return chance

    def restore(self, a, b, c, d):
        """Set the state to these four words, which must not all be zero."""
        self.a = a
        self.b = b
        self.c = c
        self.d = d


@cython.final
@cython.cclass
class Seed:
    """A seed from 0 to 2**128 - 1, from which compiled code starts its streams without the GIL."""

    def __init__(self, seed=0):
        self.use(seed >> 64, seed & 0xFFFFFFFFFFFFFFFF)

    def use(self, high, low):
        """Change to the seed ``high`` * 2**64 + ``low``."""
        self.high = high
        self.low = low

    def begin(self, chance, stream, number):
        """Start the stream ``Chance(seed, stream, number)`` in ``chance``."""
        if self.high != 0:
            self._hash(chance, stream, number)
            return
        chance.seed(0)
        chance.fold(self.low)
        chance.fold(stream)
        chance.fold(number)

    def _hash(self, chance, stream, number):
        high: object = self.high  # as an object, because its shift does not fit into 64 bits
        a, b, c, d = _hashed((high << 64 | self.low, stream, number))
        chance.restore(a, b, c, d)
