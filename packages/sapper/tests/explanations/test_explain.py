"""``sapper.explain``: its JSON contract, guesses, and what it refuses."""

from __future__ import annotations

import json
from itertools import combinations, islice, product
from typing import Any

import pytest

import sapper
from bench.boards import lattice, play
from sapper.explanations import explain_all
from sapper.explanations.explanation import together
from sapper.explanations.region import CORNERS
from sapper.game import FLAGGED, HIDDEN, LEVELS, Level, Position
from tests.explanations.checker import fault
from tests.explanations.mutations import mutations

LINE = "4x3x2\nHHHH\n1221\n0000"
TECHNIQUES = {"one clue", "two clues", "derived counts", "mine count", "suppose"}
KEYS = ("technique", "clues", "mine_count", "uses", "safe", "mines", "counts", "words")


def test_the_json_form_has_what_the_contract_says() -> None:
    plain = json.loads(json.dumps(sapper.explain(LINE, (0, 1)).to_json()))
    assert plain["cell"] == [0, 1]
    assert plain["verdict"] == "mine"
    assert plain["difficulty"] == 2.5
    (step,) = plain["steps"]
    assert [key for key in KEYS if key in step] == list(KEYS)
    assert step["technique"] == "two clues"
    assert step["clues"] == [[1, 2], [1, 3]]
    assert step["mines"] == [[0, 1]]


def test_a_supposition_has_steps_of_its_own_that_end_with_a_contradiction() -> None:
    for number in range(6):
        for met in play(LEVELS["expert"], 5, number):
            for explanation in sapper.explain_all(met.position).values():
                for step in explanation.to_json()["steps"]:
                    assert step["technique"] in TECHNIQUES
                    if step["technique"] == "suppose":
                        assert step["steps"][-1]["contradiction"]
                        assert set(step["suppose"]) == {"cell", "mine"}
                        return
    pytest.fail("no supposition in these games")


def test_flags_are_not_facts() -> None:
    flagged = sapper.Position.parse(LINE).with_cell((0, 0), FLAGGED)
    for cell, explanation in sapper.explain_all(LINE).items():
        assert sapper.explain(flagged, cell).to_json() == explanation.to_json()


def test_the_cells_of_explain_all_are_those_that_analyse_finds_certain() -> None:
    for met in play(LEVELS["beginner"], 3, 1):
        found = sapper.explain_all(met.position)
        analysis = sapper.analyse(met.position)
        assert {c for c, e in found.items() if e.verdict == "safe"} == set(analysis.safe)
        assert {c for c, e in found.items() if e.verdict == "mine"} == set(analysis.certain_mines)


def test_steps_conclude_only_what_a_later_step_needs() -> None:
    for met in play(LEVELS["expert"], 5, 0):
        for explanation in sapper.explain_all(met.position).values():
            (*before, last) = explanation.steps
            used = {i for step in explanation.steps for i in step.uses}
            assert used == set(range(len(before)))
            if last.technique == "two clues":
                assert not (last.safe and last.mines)


@pytest.mark.parametrize(
    ("cell", "sentence"),
    [
        ((1, 1), "cell [1, 1] is open: only hidden cells are explained"),
        ((7, 1), "cell [7, 1] is outside the 4x3 grid"),
        ("ab", "expected a cell (row, column), not 'ab'"),
        (None, "expected a cell (row, column), not None"),
    ],
)
def test_a_cell_that_is_not_hidden_is_refused(cell: Any, sentence: str) -> None:
    with pytest.raises(sapper.SapperError) as caught:
        sapper.explain(LINE, cell)
    assert str(caught.value) == sentence


def test_an_impossible_position_is_refused() -> None:
    with pytest.raises(sapper.ImpossiblePositionError):
        sapper.explain("2x1x0\n1H", (0, 1))


def test_the_difficulty_of_a_position_is_that_of_its_easiest_safe_cell() -> None:
    safe = [e.difficulty for e in sapper.explain_all(LINE).values() if e.verdict == "safe"]
    assert sapper.difficulty(LINE) == min(filter(None, safe)) == 3.0
    assert sapper.difficulty("2x2x1\n1H\n1H") is None


@pytest.mark.parametrize("level", ["beginner", "intermediate"])
def test_the_easiest_cell_costs_least_of_all(level: str) -> None:
    """Its chain ends with the first safe cell that it concludes, and is that of the cell."""
    for number in range(2):
        for met in play(LEVELS[level], 8, number):
            easiest = sapper.easiest(met.position)
            found = explain_all(met.position)
            costs = [e.difficulty for e in found.values() if e.verdict == "safe"]
            assert (easiest and easiest.difficulty) == min(filter(None, costs), default=None)
            if easiest is not None:
                assert easiest == found[easiest.cell]
                assert fault(met.position, easiest.to_json()) is None
                assert not any(step.safe for step in easiest.steps[:-1])


def test_a_hint_takes_what_single_numbers_give_in_one_step_only_before_a_count() -> None:
    """Otherwise that step would be cheaper than the single clues that it stands for."""
    position = Position(
        "9x9x10\n000000000\n000000000\n000000000\n012322110\n01HHH2H10\n123H33221\nHH2HHH3HH\n"
        "HHHHHHHHH\nHHHHHHHHH"
    )
    assert sapper.difficulty(position) == sapper.explain(position, (5, 3)).difficulty == 4.0


def test_equal_suppositions_are_told_once_whatever_steps_between_conclude() -> None:
    """Were a mine at [5, 23], [5, 24] or [6, 24], the 4 at [6, 20] would touch too many."""
    rows = (
        "30x16x99\n"
        "00012H3H20002HHH2111H102HHHHHH\n1101H23H21112H423H211102HHHHHH\n"
        "H212211111H111113H2001123HHHHH\nH22H200002331001H21112H23HHHHH\n"
        "222H322101HH22221102H43HHHHHHH\nH1112HH211333HH10013HHHHHHHHHH\n"
        "2221223H222H2221112H4HH3HHHHHH\n1H2H3222H2H211122H34H32HHHHHHH\n"
        "2222HH22231101H3H43HH223HHHHHH\nH2123H21H1000124HH33322H11HHHH\n"
        "23H112343200012H322H22H211HHHH\nH21212HHH11112H42112H22211HHHH\n"
        "2211H234312H22H3H101111H12HHHH\n1H23233H314H31121101111111HHHH\n"
        "12H2H2HH3H4H30000001H21212HHHH\n01121222213H2000000112H2H1HHHH\n"
    )
    proof = together(Position(rows.rstrip()), [(5, 23), (5, 24), (6, 24)])
    assert proof is not None
    told = [step.tells_steps for step in proof.steps if step.suppose is not None]
    assert told == [True, False, False]


def test_no_chain_proves_a_cell_at_less_cost_than_the_explanation_of_that_cell() -> None:
    for met in islice(play(LEVELS["expert"], 7, 9), 4, 8):
        found = explain_all(met.position)
        for explanation in found.values():
            cost = 0.0
            for step in explanation.steps:
                cost += step.cost
                if step.mine_count or step.pattern == "single numbers":
                    break
                for cell in (*step.safe, *step.mines):
                    assert (found[cell].difficulty or 0.0) <= cost


def test_no_step_can_be_left_out() -> None:
    for number in range(2):
        for met in play(LEVELS["intermediate"], 5, number):
            for explanation in sapper.explain_all(met.position).values():
                plain = explanation.to_json()
                for left_out in range(len(plain["steps"]) - 1):
                    steps = [step for i, step in enumerate(plain["steps"]) if i != left_out]
                    steps = [{**step, "uses": [*range(i)]} for i, step in enumerate(steps)]
                    assert fault(met.position, {**plain, "steps": steps}) is not None


def test_notebooks_show_every_step_with_a_board() -> None:
    explanation = sapper.explain("3x2x1\nH11\nH1H", (0, 0))
    assert explanation._repr_html_().count("<svg") == 2
    assert [row["step"] for row in explanation.rows()] == ["1", "2"]
    assert str(explanation).splitlines()[0] == "[0, 0] is safe:"


def test_a_count_of_all_mines_rests_on_derived_counts() -> None:
    """Without the count of [4, 8], [5, 8] and [6, 8], only a certificate would be left."""
    position = Position.parse(
        "9x9x10\n0000001HH\n1110013HH\n1H1001HHH\n1221013HH\n01H1001HH\n"
        "01110012H\n0000112HH\n00112H2HH\n001H21HHH"
    )
    explanation = sapper.explain(position, (0, 8))
    assert not explanation.certificate
    assert [step.pattern for step in explanation.steps] == ["single numbers", "", "last cells"]
    assert "at least one of [4, 8], [5, 8] and [6, 8] is a mine" in explanation.steps[-1].words
    assert fault(position, explanation.to_json()) is None
    for what, wrong in mutations(explanation.to_json()):
        assert fault(position, wrong) is not None, what


CORNER_CELLS = ("tip", "a1", "a2", "b1", "b2", "end-a", "end-b")


def forced(limits: list[tuple[set[str], int]], known: dict[str, bool]) -> dict[str, bool] | None:
    """What some limits force, by trying everything; None if they contradict each other."""
    fits = [
        {cell: bool(number >> i & 1) for i, cell in enumerate(CORNER_CELLS)}
        for number in range(128)
    ]
    fits = [f for f in fits if known.items() <= f.items()]
    fits = [f for f in fits if all(sum(f[c] for c in cells) == n for cells, n in limits)]
    if not fits:
        return None
    return {c: fits[0][c] for c in CORNER_CELLS if len({f[c] for f in fits}) == 1}


def test_no_other_numbers_around_a_corner_need_all_three_clues() -> None:
    """Of two cells that a side shares with the middle, one may be known: it is then left out."""
    found = set()
    for one, middle, other in product(range(1, 4), range(1, 6), range(1, 4)):
        for shared in product((1, 2), repeat=2):
            a, b = {"a1", "a2"}, {"b1", "b2"}
            known = {f"{side}2": False for side, n in zip("ab", shared, strict=True) if n == 1}
            limits = [(a | {"end-a"}, one), ({"tip"} | a | b, middle), (b | {"end-b"}, other)]
            together, apart = forced(limits, known), dict(known)
            if together is None:
                continue
            while True:  # what pairs of them settle, one after another
                pairs = [forced([*pair], apart) or {} for pair in combinations(limits, 2)]
                more = apart | pairs[0] | pairs[1] | pairs[2]
                if more == apart:
                    break
                apart = more
            if together != apart and apart == known:
                found.add((one, middle, other))
                assert together.keys() >= {"tip", "end-a", "end-b"}
            assert together == apart or apart == known
    assert found == set(CORNERS)


def test_settled_clues_take_nothing_from_the_budget_of_a_count() -> None:
    """With 200 mines, 190 of which single clues give: once, only a certificate was left."""
    *_, last = (met for met in play(Level(30, 30, 200), 1, 4) if met.position[0, 5] == HIDDEN)
    explanation = sapper.explain(last.position, (0, 5))
    assert not explanation.certificate
    assert fault(last.position, explanation.to_json()) is None


@pytest.mark.slow
def test_a_hard_board_of_isolated_clues_is_given_up_within_the_budget() -> None:
    """The comparisons are counted, so that the answer is the same on every machine."""
    position = lattice(15, 0.2, 1)
    explanation = sapper.explain(position, (4, 9))
    assert explanation.certificate
    assert "no short chain" in explanation.words.lower()
    assert fault(position, explanation.to_json()) is None


def test_a_count_names_the_safe_cells_of_single_numbers_that_its_clues_touch() -> None:
    """[8, 2] is safe by single numbers, and among the cells of the 2 at [7, 3]."""
    position = Position(
        "9x9x10\n00000001H\n00001111H\n00112H221\n111H22H2H\nH111223HH\n11001H2HH\n"
        "011112HHH\n01H211HHH\n01HHHHHHH"
    )
    for explanation in sapper.explain_all(position).values():
        assert fault(position, explanation.to_json()) is None
