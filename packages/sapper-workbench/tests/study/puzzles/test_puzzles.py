"""Puzzles: mined, confirmed by satisfiability and brute values, answered, and packaged."""

from collections import Counter
from itertools import islice
from pathlib import Path
from statistics import fmean

import pytest
from msgspec.structs import replace

import sapper
from sapper.errors import IllegalMoveError, InputError
from sapper.explanations import MOTIFS
from sapper.game import FLAGGED, HIDDEN, MINE, Position
from sapper.inference import because, certain_cells
from sapper.kernel import Chance
from sapper.reviews import Chances
from sapper_workbench.study import (
    FINAL_PLAYOUTS,
    KINDS,
    MIN_GAP,
    RULES,
    TASKS,
    Attempt,
    Collection,
    Ending,
    Puzzle,
    PuzzleStore,
    explained,
    flagged,
    given_up,
    known_mines,
    mine,
    pattern,
    proof_of,
    read_puzzles,
    solution,
    valued_again,
    write_puzzles,
)
from sapper_workbench.study.puzzles.answers import judge
from sapper_workbench.study.puzzles.crop import cropped
from sapper_workbench.study.puzzles.package import puzzles
from tests.explanations.checker import fault


@pytest.fixture(scope="module")
def mined() -> list[Puzzle]:
    """Puzzles from the first games of a seed."""
    return list(mine(25, 4))


def confirm(puzzle: Puzzle) -> None:
    """Confirm the answer to a puzzle without counting."""
    grid = puzzle.position.grid
    safe = {grid.cell(i) for i in certain_cells(puzzle.position)[0]}
    answer = solution(puzzle)
    if puzzle.kind == "safe":
        assert set(answer.cells) == safe
        assert safe
    elif puzzle.kind == "certain":
        assert answer.none == (not safe)
        assert set(answer.cells) <= safe
        assert puzzle.themes[0] == ("yes" if safe else "no")
    else:
        assert not safe
    if puzzle.kind == "guess":
        assert puzzle.best is not None
        assert puzzle.gap is not None
        assert puzzle.gap >= MIN_GAP
        if not puzzle.playouts:
            layouts, values = Ending(puzzle.position).values()
            own = values.pop(grid.index(puzzle.best))
            assert (own - max(values.values())) / layouts == pytest.approx(puzzle.gap, abs=1e-4)
    verdict = judge(puzzle, answer)
    assert verdict.right
    assert verdict.done
    if puzzle.kind in ("guess", "ending"):
        assert verdict.explanation is not None
        assert verdict.explanation.cell == answer.cells[-1]
        assert " better: " not in verdict.explanation.words


@pytest.mark.slow
def test_satisfiability_confirms_what_is_mined(mined: list[Puzzle]) -> None:
    assert 20 < len({puzzle.id for puzzle in mined}) == len(mined) <= 25
    for puzzle in mined:
        confirm(puzzle)


def test_satisfiability_confirms_puzzles_of_the_package() -> None:
    found = puzzles()
    assert len(found) >= 10_000
    assert all(found.themes[kind] >= 100 for kind in KINDS)
    for name in Chance(9).shuffled(sorted(found.by_id))[:40]:
        confirm(found.by_id[name])


def test_guesses_by_playouts_are_the_best_by_other_playouts() -> None:
    measured = [one for one in puzzles().by_id.values() if one.playouts]
    assert all(one.playouts == FINAL_PLAYOUTS and one.gap is not None for one in measured)
    assert all(one.gap >= MIN_GAP for one in measured if one.gap is not None)
    wide = [one for one in measured if one.whole.grid.width == 30]  # their playouts are quick
    for puzzle in Chance(9).shuffled(sorted(wide, key=lambda one: one.id))[:2]:
        position = puzzle.position
        chances = Chances(position.grid, position.mines, RULES)
        assert puzzle.best is not None
        own = position.grid.index(puzzle.best)
        value = fmean(chances.values(chances.opening(position, own), 150, 5_000_000))
        for other in position.hidden_indices:
            tried = chances.opening(position, other)
            if other != own and tried.safety > 0.0:
                assert fmean(chances.values(tried, 150, 5_000_000)) < value


def test_the_second_valuation_agrees_with_exact_values() -> None:
    exact = [one for one in puzzles().by_id.values() if one.kind == "guess" and not one.playouts]
    puzzle = min(exact, key=lambda one: (one.position.cells.count(HIDDEN), one.id))
    found = valued_again(puzzle, RULES)
    assert found is not None
    assert puzzle.gap is not None
    assert found.gap == pytest.approx(puzzle.gap, abs=0.05)
    values = Ending(puzzle.position).values()[1]
    worst = puzzle.position.grid.cell(min(values, key=values.__getitem__))
    assert valued_again(replace(puzzle, best=worst), RULES) is None


def test_mines_of_single_clues_are_flagged_and_taken_for_granted(mined: list[Puzzle]) -> None:
    position = Position.parse("4x3x3\nH1H1\n223H\nHH2H")
    shown = flagged(position)
    assert {shown[cell] for cell in [(0, 0)]} <= {FLAGGED, HIDDEN}
    assert known_mines(position).cells == shown.cells.replace(bytes([FLAGGED]), bytes([MINE]))
    for puzzle in (one for one in mined if one.kind == "safe"):
        board, verdict = flagged(puzzle.position), judge(puzzle, solution(puzzle))
        assert all(board[cell] == HIDDEN for cell in verdict.solution)
        explanation = verdict.explanation
        assert explanation is not None
        assert fault(known_mines(puzzle.position), explanation.to_json()) is None
        concluded = {cell for step in explanation.steps for cell in step.safe}
        assert set(verdict.solution) <= concluded
        sentences = explanation.lines()
        assert len(set(sentences)) == len(sentences)


@pytest.mark.parametrize("number", [6, pytest.param(60, marks=pytest.mark.slow)])
def test_the_package_begins_with_what_its_command_makes(number: int) -> None:
    shipped = list(puzzles().by_id.values())[:number]
    assert list(islice(mine(10_631, 1), number)) == shipped


def test_the_same_seed_makes_the_same_file(mined: list[Puzzle], tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    assert write_puzzles(one, mined[:5]) == 5
    write_puzzles(other, list(mine(25, 4))[:5])
    assert one.read_bytes() == other.read_bytes()
    read = read_puzzles(one)
    assert [read.find(puzzle.id) for puzzle in mined[:5]] == mined[:5]
    other.write_bytes(b"nothing")
    with pytest.raises(InputError, match="not a file of puzzles"):
        read_puzzles(other)


def made(kind: str, text: str) -> Puzzle:
    assert kind in TASKS
    return Puzzle(f"{kind}-0", kind, text, ("theme",), 1500)


def test_all_safe_cells_are_asked_for_and_only_those() -> None:
    puzzle = made("safe", "4x2x2/HHHH/1221")
    safe = {(0, 0), (0, 3)}
    assert set(solution(puzzle).cells) == safe
    assert judge(puzzle, Attempt(tuple(safe))).words.startswith("right")
    few = judge(puzzle, Attempt(tuple(sorted(safe)[:1])))
    assert not few.right
    assert "safe too" in few.words
    wrong = judge(puzzle, Attempt(((0, 1),)))
    assert "[0, 1] is certainly a mine" in wrong.words
    assert wrong.explanation is not None
    assert safe <= {cell for step in wrong.explanation.steps for cell in step.safe}
    with pytest.raises(IllegalMoveError, match="is already open"):
        judge(puzzle, Attempt(((1, 1),)))


def test_every_cell_found_counts_and_every_wrong_one_costs_as_much() -> None:
    """One missed cell of three used to be worth as little as no answer at all."""
    puzzle = next(one for one in puzzles().by_id.values() if "several cells" in one.themes)
    safe = solution(puzzle).cells
    grid = puzzle.position.grid
    mines = [c for c in map(grid.cell, puzzle.position.hidden_indices) if c not in safe][
        : len(safe)
    ]
    for found in range(len(safe) + 1):
        for wrong in range(len(mines) + 1):
            verdict = judge(puzzle, Attempt((*safe[:found], *mines[:wrong])))
            assert verdict.score == pytest.approx(max(0, found - wrong) / len(safe))
            assert verdict.right == (verdict.score == 1.0)
    assert given_up(puzzle).score == 0.0


def test_whether_there_is_a_certain_cell() -> None:
    yes, no = made("certain", "4x2x2/HHHH/1221"), made("certain", "2x2x1/HH/11")
    assert all(judge(yes, Attempt((cell,))).right for cell in ((0, 0), (0, 3)))
    assert not judge(yes, Attempt(((0, 1),))).right  # a coin toss does not find the cell
    assert "[0, 0] and [0, 3] are safe" in judge(yes, Attempt(none=True)).words
    assert judge(no, Attempt(none=True)).right
    assert "the lowest risk of a mine is 50" in judge(no, Attempt(((0, 0),))).words
    for attempt in (Attempt(), Attempt(((0, 0),), none=True), Attempt(((0, 0), (0, 3)))):
        with pytest.raises(InputError, match="expected one cell"):
            judge(yes, attempt)
    with pytest.raises(IllegalMoveError, match="is already open"):
        judge(yes, Attempt(((1, 1),)))


@pytest.mark.slow
def test_a_newcomer_begins_with_easy_puzzles(tmp_path: Path) -> None:
    store = PuzzleStore(tmp_path / "puzzles.sqlite")
    for seed in range(60):
        for columns in (None, 16):
            first = store.next("new", puzzles(), Chance(seed), columns=columns)
            assert first.kind in ("safe", "certain")
            assert first.rating < 1200


def test_an_ending_goes_on_as_long_as_the_guesses_are_best() -> None:
    ending = next(one for one in puzzles().by_id.values() if "several guesses" in one.themes)
    cells = solution(ending).cells
    for count in range(1, len(cells)):
        verdict = judge(ending, Attempt(cells[:count]))
        assert verdict.right
        assert not verdict.done
        assert not verdict.solution  # nothing is given away yet
    assert judge(ending, Attempt(cells)).done
    with pytest.raises(InputError, match="over before"):
        judge(ending, Attempt((*cells, cells[0])))
    layouts, values = Ending(ending.position).values()
    worst = min(values, key=values.__getitem__)
    lost = judge(ending, Attempt((ending.position.grid.cell(worst),)))
    assert lost.done
    assert not lost.right
    assert f"{max(values.values())}" in lost.words
    assert f"of {layouts} layouts" in lost.words
    best = lost.solution[0]
    assert lost.explanation == sapper.explain(ending.position, best)
    assert f"wins {max(values.values())} of {layouts} layouts" in lost.explanation.words


def test_a_wrong_guess_is_answered_by_the_reasons_for_the_best_one() -> None:
    guess = next(one for one in puzzles().by_id.values() if one.kind == "guess")
    assert guess.best is not None
    position = guess.position
    other = next(i for i in position.hidden_indices if position.grid.cell(i) != guess.best)
    verdict = judge(guess, Attempt((position.grid.cell(other),)))
    assert not verdict.right
    assert verdict.explanation == sapper.explain(position, guess.best)


def test_a_window_has_the_same_answer_and_chances_as_the_whole_board() -> None:
    """What is cut changes neither what is certain, nor any risk where the mines are counted."""
    for name in Chance(5).shuffled(sorted(puzzles().by_id))[:60]:
        puzzle = puzzles().find(name)
        if puzzle.window is None:
            continue
        whole, shown = puzzle.whole, puzzle.position
        top, left, height, width = puzzle.window
        assert (shown.grid.height, shown.grid.width) == (height, width)
        outward = {cell: (cell[0] + top, cell[1] + left) for cell in shown}
        safe = {outward[shown.grid.cell(i)] for i in certain_cells(shown)[0]}
        held = {whole.grid.cell(i) for i in certain_cells(whole)[0]} & {*outward.values()}
        assert safe == held
        if puzzle.kind == "safe":
            assert len(held) == len(certain_cells(whole)[0])
        for cell, there in outward.items():
            if shown[cell] < HIDDEN:  # no clue depends on what is cut
                assert shown[cell] == whole[there]
                hidden = [n for n in whole.neighbours(there) if whole[n] == HIDDEN]
                assert {outward[n] for n in shown.neighbours(cell) if shown[n] == HIDDEN} == {
                    *hidden
                }
        if not puzzle.counted:
            assert not shown.rules.mines_known
            continue
        before, after = sapper.analyse(known_mines(whole)), sapper.analyse(known_mines(shown))
        assert after.log10_layouts == pytest.approx(before.log10_layouts)
        for cell in after.risk:
            assert after.risk[cell] == pytest.approx(before.risk[outward[cell]], abs=1e-9)


def test_windows_are_those_of_their_puzzles() -> None:
    for name in Chance(6).shuffled(sorted(puzzles().by_id))[:20]:
        puzzle = puzzles().find(name)
        top, left, *_ = puzzle.window or (0, 0)
        best = puzzle.best and (puzzle.best[0] + top, puzzle.best[1] + left)
        assert cropped(replace(puzzle, window=None, counted=True, best=best)) == puzzle


def test_most_windows_fit_a_phone() -> None:
    columns = sorted(puzzle.columns for puzzle in puzzles().by_id.values())
    assert columns[len(columns) // 2] <= 8
    assert columns[len(columns) * 85 // 100] <= 12


def test_patterns_have_the_names_that_players_use() -> None:
    row = Position.parse("8x2x3\nHHHHHHHH\n01221112")
    names = [
        pattern(row, [8 + column for column in columns])
        for columns in ((1, 2), (2, 3), (5, 6), (1, 2, 3, 4), (4, 3, 2), (1, 4), (1, 2, 7))
    ]
    assert names == ["1-2", "two clues", "1-1", None, None, "two clues", None]
    assert pattern(Position.parse("5x2x2\nHHHHH\n01210"), [6, 7, 8]) == "1-2-1"
    edge = Position.parse("6x3x2\nHHHHHH\nHHHHHH\n112HHH")
    proof = proof_of(known_mines(edge), edge.grid.index((1, 2)))
    assert proof is not None
    assert pattern(edge, proof.clues) == "1-1"


@pytest.mark.parametrize("name", ["safe-92901d84", "safe-994ba4c0", "safe-a5023f64"])
def test_equal_suppositions_are_told_once(name: str) -> None:
    """The steps of the others are left for the checker; the second is no certificate either."""
    puzzle = puzzles().by_id[name]
    explanation = judge(puzzle, solution(puzzle)).explanation
    assert explanation is not None
    assert not explanation.certificate
    told = [step for step in explanation.steps if step.tells_steps]
    assert len({step.steps[-1].clues for step in told}) == len(told)
    assert fault(explanation.position, explanation.to_json()) is None


def test_no_proof_needs_all_clues_of_1_2_2_1() -> None:
    wall = Position.parse("8x2x4\nHHHHHHHH\n11122111")
    clues = [8 + column for column in (2, 3, 4, 5)]  # the other numbers are left out
    proofs = [because(wall, cell, mine=False, among=clues) for cell in (1, 2, 5, 6)]
    assert [proof and len(proof.clues) for proof in proofs] == [2, 3, 3, 2]


def test_a_puzzle_is_chosen_near_a_rating(mined: list[Puzzle]) -> None:
    found, chance = puzzles(), Chance(1)
    for rating in (1100, 1500, 1900):
        chosen = found.chosen(rating, chance)
        assert abs(chosen.rating - rating) < 60
    assert found.chosen(1500, chance, "ending").kind == "ending"
    assert "1-2-1" in found.chosen(1500, chance, "1-2-1").themes
    assert found.chosen(1500, chance, "safe", columns=9).columns <= 9
    assert found.chosen(1500, chance, "expert", columns=2).columns > 2  # there are no others
    with pytest.raises(InputError, match="did you mean 'ending'"):
        found.chosen(1500, chance, "endign")
    few = Collection(mined[:2])
    assert few.chosen(1500, chance, None, [mined[0].id]) == mined[1]
    assert few.chosen(1500, chance, None, [one.id for one in mined[:2]]) in mined[:2]


def test_the_theme_is_the_hardest_step_and_the_rating_grows_with_the_cost() -> None:
    easy = explained(made("safe", "4x2x2/HHHH/1221"))
    assert easy.themes[0] in MOTIFS.values()
    safe = [one for one in puzzles().by_id.values() if one.kind == "safe"]
    assert {one.themes[0] for one in safe} <= set(MOTIFS.values())

    def mean(theme: str) -> float:
        ratings = [one.rating for one in safe if one.themes[0] == theme]
        return sum(ratings) / len(ratings)

    assert mean("1-1") < mean("1-2") < mean("1-2-1") < mean("two clues") < mean("counts")
    assert mean("1-2-1") < mean("mines left") < mean("suppose")


def test_the_rating_of_a_question_does_not_tell_its_answer() -> None:
    asked = [one for one in puzzles().by_id.values() if one.kind == "certain"]
    for level in ("beginner", "intermediate", "expert"):
        yes, no = (
            [one.rating for one in asked if one.themes == (answer, level)]
            for answer in ("yes", "no")
        )
        assert min(len(yes), len(no)) > 80
        for rating in {*yes, *no}:  # the two have the same distribution
            shares = [sum(one < rating for one in ratings) / len(ratings) for ratings in (yes, no)]
            assert abs(shares[0] - shares[1]) < 0.15


def test_the_number_of_mines_does_not_tell_the_answer_of_a_question() -> None:
    asked = [one for one in puzzles().by_id.values() if one.kind == "certain"]
    for counted in (True, False):
        answers = [one.themes[0] for one in asked if one.counted is counted]
        assert 0.35 < answers.count("yes") / len(answers) < 0.65


def test_either_answer_is_drawn_about_as_often_at_any_rating() -> None:
    for level in ("beginner", "expert"):
        for rating in (950, 1150, 1300):
            drawn = [puzzles().chosen(rating, Chance(seed), level) for seed in range(400)]
            answers = [one.themes[0] for one in drawn if one.kind == "certain"]
            if len(answers) > 40:
                assert 0.35 < answers.count("yes") / len(answers) < 0.65
    asked = [puzzles().chosen(1150, Chance(seed), "certain") for seed in range(300)]
    assert 0.35 < sum("yes" in one.themes for one in asked) / 300 < 0.65


def test_endings_are_rated_by_what_they_take() -> None:
    ratings = Counter(one.rating for one in puzzles().by_id.values() if one.kind == "ending")
    assert ratings.most_common(1)[0][1] < 0.05 * ratings.total()
    assert max(ratings) - min(ratings) > 800


def test_puzzles_have_the_ratings_of_their_explanations() -> None:
    for name in Chance(11).shuffled(sorted(puzzles().by_id))[:30]:
        puzzle = puzzles().find(name)
        assert explained(puzzle) == puzzle
