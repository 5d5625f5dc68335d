"""Chance: one stream for each key, the same compiled and interpreted, and uniform."""

import pickle
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sapper.errors import InputError, NotationError
from sapper.game import Chance
from sapper.kernel import Seed
from tests.game.helpers import chi_square, interpreted

pytestmark = pytest.mark.kernel

keys = st.lists(st.integers(-(2**63), 2**64), max_size=3)


@given(keys, st.lists(st.integers(1, 2**32), max_size=20))
def test_compiled_equals_interpreted(names: list[int], limits: list[int]) -> None:
    fast, slow = Chance(*names), interpreted("kernel/chance").Chance(*names)
    assert [fast.below(n) for n in limits] == [slow.below(n) for n in limits]
    assert [fast.bits(), fast.random()] == [slow.bits(), slow.random()]
    assert fast.shuffled(range(9)) == slow.shuffled(range(9))
    assert fast.choice("abc") == slow.choice("abc")
    assert str(fast) == str(slow)


def test_streams_are_the_same_for_ever() -> None:
    chance = Chance(1, 2, 3)
    assert [chance.below(1000) for _ in range(8)] == [835, 373, 595, 874, 589, 767, 458, 586]


def test_bits_are_those_of_xoshiro256_starstar() -> None:
    chance = Chance.parse("".join(f"{word:016x}" for word in (1, 2, 3, 4)))
    published = [11520, 0, 1509978240, 1215971899390074240, 1216172134540287360]
    assert [chance.bits() for _ in range(5)] == published


@given(keys, st.integers(0, 10))
def test_text_form_and_pickle_stand_at_the_same_place(names: list[int], steps: int) -> None:
    chance = Chance(*names)
    for _ in range(steps):
        chance.bits()
    twins = [Chance.parse(str(chance)), pickle.loads(pickle.dumps(chance))]
    assert twins == [chance, chance]
    following = [chance.bits() for _ in range(5)]
    assert all([twin.bits() for _ in range(5)] == following for twin in twins)
    assert twins[0] != Chance.parse(str(Chance(*names, 1)))


@pytest.mark.parametrize("text", ["", "0" * 63, "0" * 64, "g" * 64, " 1" * 32, "F" * 64])
def test_no_other_text_is_a_stream(text: str) -> None:
    with pytest.raises(NotationError, match="is not the 64 hexadecimal digits of a Chance"):
        Chance.parse(text)


@pytest.mark.parametrize("n", [1, 2, 3, 10, 480, 1000])
def test_below_is_uniform(n: int) -> None:
    chance, counts = Chance(7, n), [0] * n
    for _ in range(50 * n + 20_000):
        counts[chance.below(n)] += 1
    spread = (2 * (n - 1)) ** 0.5
    assert abs(chi_square(counts) - (n - 1)) <= 4 * spread


def test_below_reaches_its_limits() -> None:
    chance = Chance(3)
    assert {chance.below(1) for _ in range(9)} == {0}
    assert max(chance.below(2**32) for _ in range(999)) > 2**31


@pytest.mark.parametrize("n", [0, 2**32 + 1])
def test_a_choice_below_nothing_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match=f"the bound must be from 1 to 4294967296, not {n}"):
        Chance(1).below(n)


def test_a_choice_of_nothing_is_refused() -> None:
    with pytest.raises(InputError, match="expected at least one to choose from"):
        Chance(1).choice([])


def test_random_is_uniform_and_below_one() -> None:
    chance, counts = Chance(11), [0] * 20
    for _ in range(20_000):
        counts[int(chance.random() * 20)] += 1
    assert chi_square(counts) < 60


def test_named_streams_are_unrelated() -> None:
    first = [Chance(seed, stream, n).bits() for seed in range(9) for stream in (0, 1)
             for n in range(50)]  # fmt: skip
    assert len(set(first)) == len(first)
    ones = sum((a ^ b).bit_count() for a, b in pairwise(first))
    assert abs(ones / (len(first) - 1) - 32) < 0.5
    assert Chance(1, 2) != Chance(2, 1)
    assert Chance(0) != Chance()


@given(st.lists(st.integers()), st.integers())
def test_shuffling_loses_nothing(items: list[int], seed: int) -> None:
    assert sorted(Chance(seed).shuffled(items)) == sorted(items)


def test_shuffling_is_uniform() -> None:
    counts: dict[tuple[int, ...], int] = {}
    chance = Chance(5)
    for _ in range(24_000):
        order = tuple(chance.shuffled(range(4)))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 24
    assert chi_square(list(counts.values())) < 23 + 4 * 46**0.5


def test_a_key_beyond_64_bits_counts_as_a_whole() -> None:
    low = 12345
    streams = {str(Chance((high << 64) + low, 0, 1)) for high in range(100)}
    assert len(streams) == 100
    assert str(Chance(1 << 64, 0)) != str(Chance(0, 0))
    assert str(Chance(1 << 100, 0, 1)) != str(Chance(1 << 100, 1, 0))
    assert str(Chance(1 << 100, 7)) == str(Chance(1 << 100, 7))
    assert str(Chance(-1)) == str(Chance(2**64 - 1)), "as before"


@given(st.integers(0, 2**128 - 1), st.integers(0, 2**63 - 1))
@example(2**64 - 1, 0)
@example(2**64, 3)
def test_a_seed_of_compiled_games_starts_the_streams_of_chance(seed: int, number: int) -> None:
    stream = Chance()
    Seed(seed).begin(stream, 1, number)
    assert stream == Chance(seed, 1, number)
