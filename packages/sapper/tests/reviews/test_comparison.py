"""How a guess compares with other cells."""

from __future__ import annotations

import re
from collections import Counter

import pytest

import sapper
from bench.boards import play
from sapper.arena import turns
from sapper.errors import ImpossiblePositionError
from sapper.game import LEVELS, Chance, Deal, Position, Rules
from sapper.inference import analyse
from sapper.players import Decision
from sapper.reviews import group_of
from sapper.reviews.position_report import hinted
from tests.explanations.checker import fault
from tests.inference.brute import layouts as brute_layouts
from tests.inference.positions import small_positions
from tests.reviews.advice import refuted


def test_a_guess_has_no_steps_and_compares() -> None:
    guess = sapper.explain("4x2x2\nHHHH\nHHH2", (0, 3))
    assert guess.to_json()["steps"] == []
    assert (guess.verdict, guess.difficulty) == ("guess", None)
    assert guess.words == (
        "[0, 3] is a mine with probability 66.7%. The 2 at [1, 3] needs two mines in three equally "
        "likely cells. You do not have to guess yet: [0, 0], [0, 1], [1, 0] and [1, 1] are "
        "certainly safe."
    )
    assert fault(guess.position, guess.to_json()) is None


def test_a_5050_that_no_clue_can_resolve_is_named() -> None:
    words = sapper.explain("4x2x1\nHH10\nHH10", (0, 1)).words
    assert words == (
        "[0, 1] is a mine with probability 50%. You do not have to guess yet: [0, 0] and [1, 0] "
        "are certainly safe. Exactly one of [0, 1] and [1, 1] is a mine, and no number will ever "
        "tell which: every other cell that you can still open touches both of them or neither. "
        "This is a 50/50: waiting cannot help."
    )


def test_of_a_5050_the_side_that_wins_less_is_not_said_to_be_as_well_now_as_later() -> None:
    """Of three pairs in a column, the safe cells of one side show more of the cells beside them."""
    position = (
        "30x16x99\n"
        "1H11HH22H2H10012H23HH2112H2H21\n222134H21211012H3H3HH21H3232H1\n"
        "1H101H21000013H5533232212H2211\n1222343100012HHHHH101H1123H211\n"
        "12H2HHH21223H4H443212211H323H2\n1H223H32H2HH22111H22H10112H23H\n"
        "221011111222101134H4221101112H\nH10000000112111H3HHH11H2110122\n"
        "2332100002H4H213H6H31112H212H1\n1HHH211013H4H202HHH1000113H433\n"
        "12333H102H3212122332100013H3HH\n0012H2102H3111H101HH31001H2222\n"
        "001H2211112H122313HHH210122100\n122211H1001111H2H3HH4H2101H100\n"
        "H2H212222110011213HHH4H3111100\n1212H11H2H10000001HHHHHH100000\n"
    )
    less, most = (sapper.explain(position.rstrip(), cell).words for cell in ((8, 18), (9, 18)))
    assert "This is a 50/50. [14, 20] is better" in less
    assert "as well as later" in most


def test_among_cells_that_no_clue_tells_apart_the_asked_one_may_be_as_safe_as_any() -> None:
    """It is never said to be worse than a cell of the same risk."""
    for cell in ((0, 1), (1, 0), (1, 1)):
        words = sapper.explain("2x2x1\n1H\nHH", cell).words
        assert words.endswith("it wins 1 of 3 layouts, and no cell wins more.")
    riskier = sapper.explain("3x3x3\nHHH\nH3H\n1HH", (1, 0)).words
    assert riskier.endswith(
        "[0, 0] is better: it is safer (40% against 50%), and wins 8 of 20 layouts with perfect "
        "play, against 7."
    )


def test_a_guess_says_where_its_risk_comes_from_and_what_its_number_may_show() -> None:
    words = sapper.explain("9x9x10\n1HHHHHHHH\n" + "\n".join(["H" * 9] * 8), (0, 2)).words
    assert words == (
        "[0, 2] is a mine with probability 11.7%. Of the 10 mines left, 9 lie in the 77 cells that "
        "touch no number. If it is safe, it shows one of five numbers, and two of them prove "
        "another cell safe. You survive this move and the next with a chance of 84.5%, and no "
        "cell looks clearly better."
    )


def test_the_safest_of_equally_good_cells_is_named_and_advised() -> None:
    position = Position("6x6x9\n01H3HH\n0113HH\n00124H\n001H4H\n0013HH\n0002HH")
    assert "[0, 5] wins as many at a lower risk, 25%" in sapper.explain(position, (1, 5)).words
    own = sapper.suggest(position)
    assert isinstance(own, Decision)
    assert hinted(position, own).mine_probability == pytest.approx(0.25)


def test_no_clue_outside_a_sealed_group_can_tell_its_layouts_apart() -> None:
    sizes = set()
    for position in small_positions(7, 400, ["square"]):
        layouts = list(brute_layouts(position))
        risks = analyse(position).probabilities
        for index in position.hidden_indices:
            group = group_of(position, index, risks) if 0.0 < risks[index] < 1.0 else None
            if group is None or not group.sealed:
                continue
            inside = set(group.cells)
            assert {frozenset(mines & inside) for mines in layouts} <= set(group.layouts)
            for other in set(position.hidden_indices) - inside:
                near = inside.intersection(position.grid.neighbour_indices(other))
                seen = {len(near & mines) for mines in layouts if other not in mines}
                assert len(seen) <= 1, f"{position} {index} {other}"
            sizes.add(len(group.cells))
    assert sizes >= {2, 3}


MANY = """16x9x28
001H101H12HHHHHH
0011101112HHHHHH
00011101233HHHHH
0001H211HH2HHHHH
00012H113HHHHHHH
111232112HHHHHHH
H11HH312H2HHHHHH
2214HHH3HH1HHHHH
H102HHHHHHHHHHHH"""


def test_a_risk_of_many_layouts_is_compared_with_what_the_numbers_beside_it_need() -> None:
    assert (
        "The 1 at [7, 10] needs one mine in seven cells, 14% on average, and the 2 at [6, 9] needs "
        "one mine in five cells, 20% on average." in sapper.explain(MANY, (6, 10)).words
    )


def test_the_chance_to_survive_two_moves_is_that_of_the_best_next_cell() -> None:
    position, cell = Position.parse(MANY), (6, 10)
    before, chance = analyse(position), 0.0
    for clue in range(9):
        try:
            after = analyse(position.with_cell(cell, clue))
        except ImpossiblePositionError:
            continue
        share = 10 ** (after.log10_layouts - before.log10_layouts)
        chance += share * (1 - min(risk for risk in after.probabilities if risk == risk))
    said = f"You survive this move and the next with a chance of {100 * chance:.1f}%"
    assert said in sapper.explain(position, cell).words


@pytest.mark.parametrize("few", [True, False])
def test_risks_are_derived_from_the_layouts_that_there_are(
    few: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Few layouts are counted; otherwise the ways to place some of the mines are compared."""
    if not few:
        monkeypatch.setattr("sapper.reviews.comparison.MAX_EXACT_LAYOUTS", 1)
    said = 0
    for position in small_positions(3, 150, ["square"]):
        layouts = list(brute_layouts(position))
        analysis = analyse(position)
        for index in position.hidden_indices:
            if not 0.0 < analysis.probabilities[index] < 1.0:
                continue
            words = sapper.explain(position, position.grid.cell(index)).words
            found = re.search(r"a mine in (\d+) of the (\d+) possible layouts", words)
            if found:
                assert few
                with_mine = sum(index in mines for mines in layouts)
                assert found.groups() == (str(with_mine), str(len(layouts))), words
            group = group_of(position, index, analysis.probabilities)
            likelier = re.search(r"ways with (fewer|more) mines here are likelier", words)
            if likelier and group is not None:
                assert not few
                inside = frozenset(group.cells)
                ways = Counter(inside & mines for mines in layouts)
                order = sorted(ways.items(), key=lambda way: len(way[0]))
                weights = [weight for _, weight in order]
                assert weights == sorted(weights, reverse=likelier[1] == "fewer"), words
            said += bool(found or likelier)
    assert said > 20


@pytest.mark.parametrize("seed", range(3))
def test_advice_agrees_with_perfect_play_by_brute_force(seed: int) -> None:
    checked = [refuted(position) for position in small_positions(seed, 100, ["square"])]
    assert [words for _, faults in checked for words in faults] == []
    assert sum(said for said, _ in checked) > 15


def test_advice_does_not_contradict_the_suggestion() -> None:
    """Neither of exact play nor of the look-ahead."""
    for level, number in (("beginner", 4), ("intermediate", 2)):
        for seed in range(number):
            for met in play(LEVELS[level], 6, seed):
                suggestion = sapper.suggest(met.position)
                assert isinstance(suggestion, Decision)
                if met.guess and suggestion.guess:
                    words = sapper.explain(met.position, suggestion.move.cell).words
                    assert " better: " not in words
                    assert "begin with" not in words


def test_exact_play_explains_itself_up_to_the_largest_ending() -> None:
    """With 800 layouts, the look-ahead prefers another cell than perfect play."""
    deal = Deal.seeded("intermediate", seed=21, number=326)
    larger = 0
    for turn in turns("swift", Rules("safe"), deal, Chance(21, 9, 326)):
        decision = turn.step.decision
        if decision.guess and decision.reason.kind == "endgame":
            larger += analyse(turn.before).log10_layouts > 2.5
            words = sapper.explain(turn.before, decision.move.cell).words
            assert "no cell wins more" in words or "50/50" in words
            assert "looks better" not in words
    assert larger
