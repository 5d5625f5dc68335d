"""Decisions: certain ones are certain, a risk is the exact risk, and each has a reason."""

from collections import Counter

import pytest

from sapper.arena import play, turns
from sapper.errors import BudgetError
from sapper.game import HIDDEN, Chance, Deal, Grid, Position, Rules
from sapper.inference import Belief, analyse
from sapper.players import DEFAULT_SLACK, Decision, Pass, player
from tests.players.worlds import FIRSTS, WORLDS, luck, played

PLAYERS = ("random", "single-point", "csp", "swift", "sat", "logic2")


@pytest.mark.slow
@pytest.mark.parametrize("recipe", PLAYERS)
def test_what_a_player_calls_certain_is(recipe: str) -> None:
    certain = 0
    for turn, mines in played(recipe, 301, 6):
        decision = turn.step.decision
        mine = turn.before.grid.index(decision.move.cell) in mines
        if decision.mine_probability == 0.0:
            certain += 1
            assert not mine, (turn.before, decision)
        if decision.mine_probability == 1.0:
            assert mine, (turn.before, decision)
    assert certain > (50 if recipe == "random" else 400)


@pytest.mark.parametrize("recipe", ["csp", "swift"])
def test_no_cell_that_counting_proves_a_mine_is_opened(recipe: str) -> None:
    for turn, _ in played(recipe, 302, 2):
        decision = turn.step.decision
        if not decision.guess:
            continue
        found = analyse(turn.before)
        risk = found.mine_probability[decision.move.cell]
        assert risk < 1.0
        assert decision.mine_probability == pytest.approx(risk, abs=1e-9)
        if decision.strategy in ("csp", "swift"):
            assert not found.safe, (turn.before, decision)
        if decision.strategy == "csp":
            least = min(found.mine_probability[~(found.mine_probability != found.mine_probability)])
            assert risk == pytest.approx(least, abs=1e-8)


def test_single_point_moves_where_single_clues_say_anything() -> None:
    for turn, _ in played("single-point", 303, 3):
        decision = turn.step.decision
        if decision.strategy != "random":
            continue
        cells = turn.before.cells
        for i, clue in enumerate(cells):
            if clue < HIDDEN:
                hidden = [j for j in turn.before.grid.neighbour_indices(i) if cells[j] == HIDDEN]
                assert clue or not hidden, (turn.before, decision)


@pytest.mark.slow
@pytest.mark.parametrize("recipe", PLAYERS)
def test_every_decision_says_why(recipe: str) -> None:
    kinds = Counter[str]()
    for turn, _ in played(recipe, 304, 2):
        decision = turn.step.decision
        grid, reason = turn.before.grid, decision.reason
        kinds[decision.strategy] += 1
        assert reason.kind
        assert reason.words
        assert reason.words == reason.words.strip()
        assert "\n" not in reason.words
        assert any(decision.strategy in link.text for link in player(recipe).chain)
        assert turn.before[decision.move.cell] == HIDDEN
        assert decision.seconds >= 0.0
        assert all(turn.before[cell] < HIDDEN for cell in reason.clues)
        assert all(turn.before[cell] >= HIDDEN for cell in reason.mines)
        if len(reason.clues) == 1 or reason.kind == "single-point":
            assert str(list(reason.clues[0])) in reason.words, decision
        assert all(turn.before[cell] == HIDDEN for cell, _ in reason.considered)
        figures = [figure for _, figure in reason.considered]
        if decision.strategy == "swift":  # ordered by an estimate of the whole game
            assert not figures or figures[0] >= max(figures) - DEFAULT_SLACK - 1e-9
        else:
            assert figures == sorted(figures)
        assert all(0.0 <= figure <= 1.0 + 1e-9 for figure in figures), decision
        assert grid.index(decision.move.cell) not in grid.blocked
    assert len(kinds) > (recipe != "random")


def like(decision: Decision) -> tuple[object, ...]:
    """A decision without its cost, and without the proof that may not be found in time."""
    why = decision.reason.kind, decision.reason.considered
    return decision.move, decision.strategy, decision.mine_probability, *why


@pytest.mark.parametrize("recipe", PLAYERS)
def test_players_see_only_a_position(recipe: str) -> None:
    """Under a position of a game other mines are laid, which agree with it: the game comes to
    the same position by the same decisions, and goes on with the same one."""
    swapped = 0
    for grid, mines in WORLDS.values():
        for number in range(4):
            deal = Deal.seeded(grid, mines, 305, number)
            shown = list(turns(recipe, Rules("any"), deal, luck(305, number)))
            at = Chance(305, number).below(len(shown))
            other = Belief(shown[at].before).sample(Chance(306, number))
            swapped += other != set(deal.order[:mines])
            again = turns(recipe, Rules("any"), Deal.of_mines(grid, other), luck(305, number))
            for here, there in zip(shown[: at + 1], again, strict=False):
                assert there.before == here.before
                assert like(there.step.decision) == like(here.step.decision)
    assert swapped > 12


@pytest.mark.parametrize("recipe", [*PLAYERS, "csp > random", "corner > swift"])
@pytest.mark.parametrize(
    "rules",
    [
        Rules(lives=3),
        Rules("any", zeros_open=False, lives=2),
        Rules(won_by="flagging"),
        Rules("opening", lives=2, won_by="flagging"),
    ],
    ids=str,
)
def test_games_of_every_rule_end(recipe: str, rules: Rules) -> None:
    for world in ("square", "hex", "graph"):
        grid, mines = WORLDS[world]
        record = play(
            recipe, Deal.seeded(grid, mines, 307), rules=rules, chance=luck(307, 0)
        ).record
        assert record.outcome in ("won", "lost"), record
        record.check()
        if record.outcome == "won" and rules.won_by == "flagging":
            flags = sum(step.decision.move.action == "flag" for step in record.steps)
            assert flags + sum(cell in record.mines for s in record.steps for cell in s.opened)


@pytest.mark.parametrize("recipe", ["csp", "swift"])
def test_where_counting_is_too_hard_a_player_passes(
    recipe: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise BudgetError("exact counting stopped after 1 s")

    monkeypatch.setattr("sapper.inference.analysis.count", refuse)
    deal = Deal.seeded(Grid(8, 6), 9, 308)
    record = play(recipe, deal).record
    assert record.outcome in ("passed", "won")
    assert not any(step.decision.guess for step in record.steps)
    rescued = play(f"{recipe} > random", deal).record
    assert rescued.outcome in ("won", "lost")


def test_the_promised_first_cell_is_no_guess() -> None:
    for recipe in (*PLAYERS, "corner", "start", "csp > random"):
        for first in FIRSTS:
            deal = Deal.seeded(Grid(9, 9), 10, 309)
            opening = next(iter(turns(recipe, Rules(first), deal))).step.decision
            assert opening.guess == (first == "any"), (recipe, first)
            if opening.guess and opening.mine_probability is not None:
                assert opening.mine_probability == pytest.approx(10 / 81)


@pytest.mark.parametrize("recipe", ["csp", "swift"])
def test_a_flagged_cell_stays_closed(recipe: str) -> None:
    """Even the best guess: a flag is an opinion to the count, but no player opens it."""
    for text in ("9x9x10\n1FFFFFFFF\n" + "\n".join(["HFFFFFFFF"] * 8), "3x2x2\n1F2\n1HH"):
        position = Position.parse(text)
        decision = player(recipe).begin(Chance(3))(position)
        assert isinstance(decision, Pass) or position[decision.move.cell] == HIDDEN
