"""Plans: to text and back, and one sentence with the line number for every error."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.arena import Gsprt
from sapper.errors import InputError, NotationError
from sapper.game import Deal, Grid, Rules
from sapper.notation import write_deals
from sapper_lab import plan as plan_module
from sapper_lab.plan import Plan, Stop
from tests.sources import ROOT

WORDS = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=12)
SHARES = st.floats(-0.9, 0.9)
LEVELS = ("beginner8", "beginner", "expert", "4x4x4")
PLAYERS = ("random", "csp", "champion(seconds={seconds})", "champion(playouts={playouts})")
BUDGETS = {"seconds": st.floats(1e-3, 10), "playouts": st.integers(1, 10**6)}


def example() -> str:
    """Return the plan in the docstring of the module."""
    found = re.search("```toml\n(.*?)```", plan_module.__doc__ or "", re.DOTALL)
    assert found is not None
    return found[1]


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    players = draw(st.lists(st.sampled_from(PLAYERS), min_size=1, unique=True))
    budgets = {
        name: tuple(draw(st.lists(values, min_size=1, max_size=3, unique=True)))
        for name, values in BUDGETS.items()
        if any(f"{{{name}}}" in player for player in players)
    }
    rules = st.builds(
        Rules,
        first=st.sampled_from(("any", "safe", "opening")),
        zeros_open=st.booleans(),
        lives=st.integers(1, 3),
        won_by=st.sampled_from(("opening", "flagging")),
    )
    plan = Plan(
        name=draw(WORDS),
        players=tuple(players),
        levels=tuple(draw(st.lists(st.sampled_from(LEVELS), min_size=1, unique=True))),
        rules=tuple(draw(st.lists(rules, min_size=1, max_size=3, unique=True))),
        games=draw(st.integers(1, 10**9)),
        seed=draw(st.integers(0, 2**128 - 1)),
        about=draw(st.one_of(st.just(""), WORDS)),
        budgets=budgets,
        seconds=draw(st.none() | st.floats(0.1, 1e6)),
    )
    everyone = plan.everyone
    if len(everyone) > 1 and draw(st.booleans()):
        difference, null = draw(st.tuples(SHARES, SHARES).filter(lambda pair: pair[0] != pair[1]))
        test = Gsprt(difference, null, draw(st.floats(0.01, 0.4)), draw(st.floats(0.01, 0.4)))
        plan = replace(plan, stop=Stop(everyone[0], everyone[1], test))
    return plan


@given(plans())
def test_text_of_a_plan_comes_back_equal(plan: Plan) -> None:
    assert Plan.parse(str(plan)) == plan


def test_players_are_written_out_for_every_budget() -> None:
    plan = Plan.parse(example())
    assert plan.everyone == ("csp", "champion(seconds=0.01)", "champion(seconds=0.1)")
    (contest,) = plan.contests()
    assert contest.title == "expert · first opening"
    assert contest.players == plan.everyone


def test_every_level_is_played_under_all_rules() -> None:
    text = 'name = "x"\nplayers = ["csp"]\nlevels = ["expert", "4x4x4"]\ngames = 3\n'
    plan = Plan.parse(text + '[[rules]]\nfirst = "any"\n[[rules]]\nlives = 2\n')
    assert [contest.title for contest in plan.contests()] == [
        *("expert · first any", "expert · first safe · lives=2"),
        *("4x4x4 · first any", "4x4x4 · first safe · lives=2"),
    ]


def test_deals_lie_beside_the_plan_and_bring_board_and_number(tmp_path: Path) -> None:
    deals = [Deal.seeded(Grid(5, 4), 3, 0, number) for number in range(7)]
    write_deals(tmp_path / "some.deals", deals)
    file = tmp_path / "plan.toml"
    file.write_text('name = "x"\nplayers = ["csp"]\ndeals = "some.deals"\n')
    (contest,) = Plan.load(file).contests()
    assert (contest.level, contest.mines, contest.games) == ("5x4x3", 3, 7)
    assert [contest.deal(number).order for number in (0, 6)] == [
        deals[0].order[:12],
        deals[6].order[:12],
    ]
    (tmp_path / "some.deals").write_text((tmp_path / "some.deals").read_text() + "# more\n")
    with pytest.raises(InputError, match="has changed since"):
        contest.deal(0)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("players", "playrs", r"line 2: unknown field 'playrs': did you mean 'players'\?"),
        ("games", "colour", "line 4: unknown field 'colour': expected name, players"),
        ("difference", "diference", "line 16: 'stop': unknown field 'diference': did you mean"),
        ("[limits]", "[limit]", "line 18: unknown field 'limit': did you mean 'limits'"),
        ("1000", '"many"', "line 4: 'games': expected a whole number from 1 to .*, got 'many'"),
        ("1000", "0", "line 4: 'games': expected a whole number from 1"),
        ("seed = 1", "seed = -1", "line 5: 'seed': expected a whole number from 0"),
        ("seed = 1", "seed = true", "line 5: 'seed': expected a whole number from 0"),
        ('["expert"]', '"expert"', "line 3: 'levels': expected a list"),
        ('["expert"]', "[3]", r"line 3: 'levels\[0\]': expected a string, got 3"),
        ('["expert"]', '["hard"]', "unknown level 'hard'"),
        ('["expert"]', '["expert", "expert"]', "the plan has the level 'expert' twice"),
        (
            "[0.01, 0.1]",
            str(list(range(1, 201))),
            "at most 200 players, one for each value of a budget",
        ),
        ("[0.01, 0.1]", str(list(range(1, 3000))) + "\nmore = [1]", "at most 200 players"),
        ('["expert"]', str([f"9x9x{n}" for n in range(2000)]), "at most 1,000 contests"),
        (
            '["expert"]',
            '["4x4x13"]',
            "level '4x4x13' has too many mines for the first-move rule 'opening'",
        ),
        ('["expert"]', '["expert", "30x16x99"]', "the plan has the level '30x16x99' twice"),
        (
            "[[rules]]",
            '[[rules]]\nfirst = "opening"\n[[rules]]',
            "the plan has the same rules twice",
        ),
        ("3600", "9" * 400, "line 19: 'limits.seconds': expected a number of at most"),
        ("[0.01, 0.1]", f"[{'9' * 400}]", r"line 11: 'budgets.seconds\[0\]': expected a number"),
        ("seed = 1", f"seed = {'9' * 5000}", "the plan has a number with too many digits"),
        (
            "seed = 1",
            f"seed = 0x{'f' * 5000}",
            "line 5: 'seed': expected .*, got such a large number",
        ),
        (
            '"opening"',
            '"never"',
            r"line 8: 'rules\[0\].first': expected any, opening or safe, got",
        ),
        (
            "[0.01, 0.1]",
            "0.1",
            "line 11: 'budgets.seconds': expected a list that is not empty",
        ),
        (
            "[0.01, 0.1]",
            "[nan]",
            r"line 11: 'budgets.seconds\[0\]': expected a finite number",
        ),
        ("{seconds}", "{time}", "names a budget that is not in the plan"),
        ("seconds={seconds}", "seconds=1", "no player of the plan uses the budget 'seconds'"),
        ("[0.01, 0.1]", "[0.01, -1]", "seconds"),
        (
            "0.02",
            "2.0",
            "line 13: 'stop': difference: expected a difference .*, not 2.0",
        ),
        ('b = "csp"\n', "", "line 13: 'stop': the field 'b' is missing"),
        (
            'b = "csp"',
            'b = "swift"',
            "the stopping rule names 'swift', which is not a player of the plan",
        ),
        ("seconds = 3600", "seconds = 0", "line 19: 'limits.seconds': expected a number above 0"),
        ('"csp", ', '"nobody", ', "unknown player or strategy 'nobody'"),
        ("games = 1000\n", "", "a plan needs either deals, or levels and a number of games"),
        ("[stop]", "[stop", "line 13: "),
        ('name = "guesses"\n', "", "the field 'name' is missing: expected a string"),
        ("[[rules]]", "[[rules.first]]", "first': expected any, opening or safe"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(old: str, new: str, said: str) -> None:
    assert old in example()
    with pytest.raises(InputError, match=said):
        Plan.parse(example().replace(old, new, 1))


@pytest.mark.parametrize("name", ["stop", "limits", "budgets", "rules"])
def test_a_section_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(NotationError, match=f"line 2: '{name}': expected a"):
        Plan.parse(f'name = "x"\n{name} = 3\n')


@given(st.text(max_size=200) | st.text("[]{}=\n\"'ab. 1#", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(InputError):
        plan = Plan.parse(text)
        assert Plan.parse(str(plan)) == plan


def test_nesting_without_end_is_refused() -> None:
    with pytest.raises(NotationError):
        Plan.parse("a = " + "[" * 100_000)


def test_the_plans_beside_the_published_tables_are_in_order() -> None:
    files = sorted((ROOT / "experiments").glob("*.toml"))
    assert files
    for file in files:
        plan = Plan.load(file)
        assert plan.name == file.stem
        assert plan.contests()
        assert Plan.parse(str(plan)) == plan


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (".".join(["a"] * 2_000) + " = 1", "line 1: a key has more than 100 parts"),
        ("\n[" + ".".join(["a"] * 2_000) + "]", "line 2: a key has more than 100 parts"),
        (" . ".join(["'a b'"] * 100_000) + " = 1", "line 1: a key has more than 100 parts"),
        ("a = " + "{a.a.a = " * 99 + "1" + "}" * 99, "nested too deeply"),
        ("a.b." * 24 + "a = 1", "nested too deeply"),
        ("#" * 1_000_001, "at most 1,000,000 characters, not 1,000,001"),
    ],
)
def test_a_key_or_a_plan_without_end_is_refused_before_it_is_read(text: str, sentence: str) -> None:
    with pytest.raises(NotationError, match=sentence):
        Plan.parse(text)


def test_points_in_a_text_and_in_numbers_are_no_parts_of_a_key() -> None:
    words = "One. Two words. " * 200
    budgets = ", ".join(f"{number}.5" for number in range(1, 151))
    plan = Plan.parse(
        f'name = "a"\nabout = "{words}"\nplayers = ["champion(seconds={{seconds}})"]\n'
        f'levels = ["4x4x3"]\ngames = 2\n[budgets]\nseconds = [{budgets}]\n'
    )
    assert (plan.about, len(plan.everyone)) == (words, 150)


def test_the_boards_of_a_plan_are_limited_before_any_is_laid_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def laid_out(grid: Grid) -> object:
        raise AssertionError("work before the limit")

    monkeypatch.setattr("sapper.game.grid._adjacency", laid_out)
    levels = tuple(f"1000x1000x{mines}" for mines in range(1, 1000))
    with pytest.raises(InputError, match="at most 20,000,000 cells together, not 999,000,000"):
        Plan("a", ("csp",), levels, games=1)
    with pytest.raises(InputError, match="too many mines"):
        Plan("a", ("csp",), ("1000x1000x999998",), (Rules("opening"),), games=1)
