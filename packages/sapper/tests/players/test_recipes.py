"""Recipes: what they mean, that they come back from their text, and what is said of wrong ones."""

from dataclasses import dataclass
from importlib import import_module
from inspect import Parameter, signature

import cloudpickle  # type: ignore[import-untyped]  # what joblib sends batches with
import pytest

import sapper
from sapper.arena import play
from sapper.errors import RecipeError
from sapper.game import HIDDEN, Chance, Deal, First, Grid, Level, Move, Position, Rules
from sapper.players import (
    PLAYOUTS,
    RECIPES,
    STRATEGIES,
    Decision,
    Pass,
    Player,
    Reason,
    is_playable,
    player,
    recipes,
)
from sapper.records import Record
from tests.sources import needs

PLAYABLE = [name for name in RECIPES if is_playable(name)]
NAMES = sorted({*PLAYABLE, *(name for name in STRATEGIES if STRATEGIES.is_installed(name))})


def chain(made: Player) -> str:
    """The recipe with named chains spelled out."""
    return made.written_out


@pytest.mark.parametrize("recipe", [*NAMES, "corner > csp", "start>swift", " csp ", "random()"])
def test_a_recipe_comes_back_from_its_text(recipe: str) -> None:
    made = player(recipe)
    assert str(made) == recipe.strip()
    again = player(str(made))
    assert str(again) == str(made)
    assert chain(again) == chain(made)
    assert chain(player(chain(made))) == chain(made)


@pytest.mark.parametrize("name", PLAYABLE)
def test_a_named_recipe_is_its_chain(name: str) -> None:
    assert chain(player(name)) == RECIPES[name]


def explicit(name: str) -> str:
    """The recipe of a named player with every option of its strategy, all at their defaults."""
    link = player(name).chain[names(name).index(name) if name in names(name) else 0]
    written, _, given = link.text.rstrip(")").partition("(")
    options = {key: str(each.default).lower() for key, each in parameters_of(written)}
    options = {key: value for key, value in options.items() if value != "none"}
    options |= {"playouts": str(PLAYOUTS)} if written == "champion" else {}
    if written == "bssuct":
        options["simulations"] = str(import_module("sapper_agents.bssuct.bssuct").SIMULATIONS)
    options |= dict(part.split("=") for part in given.split(", ") if part)
    return f"{name}({', '.join(f'{key}={value}' for key, value in options.items())})"


def names(recipe: str) -> list[str]:
    """The strategies of a player, without their options."""
    return [link.text.partition("(")[0] for link in player(recipe).chain]


def parameters_of(strategy: str) -> list[tuple[str, Parameter]]:
    return list(signature(STRATEGIES[strategy]).parameters.items())


@pytest.mark.parametrize("first", ["safe", "opening"])
@pytest.mark.parametrize("name", [name for name in PLAYABLE if not name.startswith("logic")])
def test_a_named_player_plays_the_same_games_with_its_defaults_written_out(
    name: str, first: First
) -> None:
    rules = Rules(first)
    for recipe in (f"{name}()", explicit(name)):
        assert names(recipe) == names(name)
        for number in range(2):
            deal = Deal.seeded(Grid(6, 6), 7, 5, number)
            plain, options = (
                play(each, deal, rules=rules, chance=Chance(number)).record
                for each in (name, recipe)
            )
            assert [turn.decision.move for turn in plain.steps] == [
                turn.decision.move for turn in options.steps
            ]
            assert plain.decisions == options.decisions


@pytest.mark.parametrize("budget", ["seconds=0.5", "playouts=20", "simulations=20", "splits=1"])
@pytest.mark.parametrize("name", PLAYABLE)
def test_a_budget_keeps_the_chain_of_a_named_player(name: str, budget: str) -> None:
    option = budget.partition("=")[0]
    if option not in [key for each in {*names(name)} & {name} for key, _ in parameters_of(each)]:
        with pytest.raises(RecipeError, match="has no option"):
            player(f"{name}({budget})")
        return
    limited = player(f"{name}({budget})")
    assert names(f"{name}({budget})") == names(name)
    assert budget in limited.written_out
    assert player(limited.written_out).written_out == limited.written_out


@pytest.mark.parametrize(
    ("recipe", "expanded"),
    [
        ("champion(playouts=50)", "start > single-point > champion(playouts=50)"),
        ("sat(gold=false)", "corner > single-point > sat(mark=false, gold=false) > random"),
        ("sat(mark=true)", "corner > single-point > sat(mark=true) > random"),
        ("double-set(guess=random)", "corner > double-set(guess=random)"),
        pytest.param(
            "limited(guess=pass)", "limited(splits=2, guess=pass)", marks=needs("sapper_agents")
        ),
        pytest.param(
            "mio-probability(theory=larger)",
            "mio(guess=probability, theory=larger)",
            marks=needs("sapper_agents"),
        ),
        ("start > champion(playouts=50)", "start > champion(playouts=50)"),
        ("single-point > csp", "single-point > csp"),
        ("csp()", "corner > single-point > csp"),
    ],
)
def test_a_name_is_a_player_alone_and_a_strategy_in_a_chain(recipe: str, expanded: str) -> None:
    assert player(recipe).written_out == expanded


def test_a_player_of_several_strategies_without_its_name_has_no_options() -> None:
    with pytest.raises(
        RecipeError, match=r"player 'logic1' has no options: write its chain, origin"
    ):
        player("logic1(row=3)")


@pytest.mark.parametrize("name", STRATEGIES)
@needs("sapper_agents")
def test_a_strategy_has_the_name_it_is_listed_under(name: str) -> None:
    assert STRATEGIES[name]().name == name


def test_spaces_between_strategies_do_not_matter() -> None:
    assert chain(player("corner>single-point >csp")) == "corner > single-point > csp"


@dataclass
class Picky:
    """A strategy with options."""

    depth: int = 1
    seconds: float = 1.0
    rule: str = "plain"
    wide: bool = False
    name: str = "picky"

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        return Pass(self.name, "never")


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("picky", Picky()),
        ("picky()", Picky()),
        ("picky(depth=3)", Picky(depth=3)),
        ("picky( depth = -3 , seconds=0.25)", Picky(depth=-3, seconds=0.25)),
        ("picky (rule=fancy-one)", Picky(rule="fancy-one")),
        ("picky(wide=true)", Picky(wide=True)),
        ("picky(wide=True,rule=two words)", Picky(wide=True, rule="two words")),
        ("picky(wide=false, seconds=1e-3)", Picky(wide=False, seconds=0.001)),
    ],
)
@needs("sapper_agents")
def test_options_reach_the_strategy(
    text: str, made: Picky, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recipes, "STRATEGIES", {**recipes.STRATEGIES, "picky": Picky})
    link = player(f"random > {text}").chain[1]
    assert link.make() == made
    assert link.make() is not link.make()


@pytest.mark.parametrize(
    ("recipe", "sentence"),
    [
        ("nobody", "unknown player or strategy 'nobody': "),
        ("csp > nobody", "unknown player or strategy 'nobody'"),
        ("", "'' in player '' is not the name of a strategy"),
        ("   ", "'' in player '' is not the name of a strategy"),
        ("csp >", "'' in player 'csp >' is not"),
        ("> csp", "'' in player '> csp' is not"),
        ("csp >> random", "'' in player"),
        ("CSP", "'CSP' in player 'CSP' is not"),
        ("csp random", "'csp random' in player"),
        ("csp(", r"'csp\(' in player"),
        ("csp(a=1", r"'csp\(a=1' in player"),
        ("csp)", "is not the name of a strategy"),
        ("csp(3)", r"'3' in 'csp\(3\)' is not an option NAME=VALUE"),
        ("csp(=3)", "'=3' in .* is not an option"),
        ("csp(two words=3)", "is not an option"),
        ("picky(depth=1, depth=2)", "the option 'depth' is given twice in"),
        ("random(depth=1)", "strategy 'random' has no option 'depth': java"),
        ("corner(depth=1)", "strategy 'corner' has no option 'depth': it has none"),
        ("picky(deep=1)", "strategy 'picky' has no option 'deep': did you mean 'depth'"),
        ("x" * 5000, "is not the name of a strategy|unknown player"),
        ("x" * 30 + "\n" * 5000, "unknown player"),
        ("csp(depth=" + "(" * 5000 + ")", "has no option 'depth'"),
        ("\x00\x01", "is not the name of a strategy"),
    ],
)
@needs("sapper_agents")
def test_a_wrong_recipe_is_refused_in_one_sentence(
    recipe: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recipes, "STRATEGIES", {**recipes.STRATEGIES, "picky": Picky})
    with pytest.raises(RecipeError, match=sentence) as caught:
        player(recipe)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("name", sorted(recipes.STRATEGIES))
@needs("sapper_agents")
def test_no_strategy_takes_a_value_of_another_kind(name: str) -> None:
    """A word, a truth value and figures: each is refused, or what is made can decide."""
    start = Position.parse("4x4x3 signs=marks\nHHHH\nH2HH\nHHHH\nHHHH")
    for key in signature(recipes.STRATEGIES[name]).parameters:
        for value in ("x", "true", "-1", "0", "1", "1.5", "-0.0", "nan", "inf", "1e999", ""):
            try:
                made = player(f"{name}({key}={value})")
            except RecipeError:
                continue
            assert isinstance(made.begin(Chance(1))(start), Decision | Pass)


@pytest.mark.parametrize(
    ("recipe", "sentence"),
    [
        ("sat(propagations=x)", "strategy 'sat': propagations is a whole number, not x"),
        ("sat(mark=yes)", "strategy 'sat': mark is true or false, not yes"),
        pytest.param(
            "bssuct(simulations=1e999)",
            "strategy 'bssuct': simulations is a whole number, not inf",
            marks=needs("sapper_agents"),
        ),
        pytest.param(
            "bssuct(seconds=true)",
            "strategy 'bssuct': seconds is a number, not true",
            marks=needs("sapper_agents"),
        ),
    ],
)
def test_a_value_of_another_kind_is_named(recipe: str, sentence: str) -> None:
    with pytest.raises(RecipeError) as caught:
        player(recipe)
    assert str(caught.value) == sentence


@dataclass
class Last:
    """Somebody's own strategy: opens the last hidden cell."""

    back: int = 0
    name: str = "last"

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        cells = [i for i in position.hidden_indices if position.cells[i] == HIDDEN]
        move = Move("open", position.grid.cell(cells[-1 - self.back]))
        return Decision(move, self.name, Reason("last", "it is the last"), None)


def test_a_strategy_of_ones_own_plays_in_a_chain_with_others() -> None:
    made = player("corner > single-point > last(back=1)", own={"last": Last})
    assert str(made) == chain(made) == "corner > single-point > last(back=1)"
    assert made.chain[2].make() == Last(back=1)
    level = Level.parse("beginner8")
    deal = Deal.seeded(level.grid, level.mines, 4)
    record = play(made, deal).record
    assert record.decisions["last"] == record.guesses > 0
    assert Record.parse(record.text).text == record.text


def test_options_without_types_are_the_strategy_s_own_business() -> None:
    def last(**options: object) -> Last:
        return Last(len(options))

    assert player("last(a=1, b=x)", own={"last": last}).chain[0].make() == Last(2)


def test_a_strategy_of_ones_own_can_be_sent_to_other_processes() -> None:
    made = player("last(back=1) > random", own={"last": Last})
    sent = cloudpickle.loads(cloudpickle.dumps(made))
    position = Position.start(Grid(4, 4), 3)
    here, there = (one.begin(Chance(1))(position) for one in (made, sent))
    assert isinstance(here, Decision)
    assert isinstance(there, Decision)
    assert here.move == there.move
    assert sent.chain[0].make() == Last(back=1)


@pytest.mark.parametrize("taken", ["csp", "swift", "sat", "logic1"])
def test_a_name_that_is_taken_is_refused_for_ones_own(taken: str) -> None:
    with pytest.raises(RecipeError, match=f"cannot be called '{taken}': that name is taken"):
        player("last", own={"last": Last, taken: Last})


def test_names_of_ones_own_are_among_those_that_are_known() -> None:
    with pytest.raises(RecipeError, match=r"unknown player or strategy 'lst': .*last"):
        player("lst", own={"last": Last})
    with pytest.raises(RecipeError, match="unknown player or strategy 'last'"):
        player("last")


def test_a_player_starts_every_game_anew() -> None:
    position = Position.start(Grid(4, 4), 3)
    made = sapper.player("random")
    one = made.begin(Chance(1))(position)
    two = made.begin(Chance(1))(position)
    assert isinstance(one, Decision)
    assert isinstance(two, Decision)
    assert one.move == two.move
    assert one.seconds >= 0.0


def test_a_player_passes_where_all_its_strategies_do() -> None:
    missed = player("corner > start").begin(Chance(1))(Position.parse("3x1x1\n1HH"))
    assert isinstance(missed, Pass)
    assert missed.strategy == "corner > start"
    assert [part.strategy for part in missed.passed] == ["corner", "start"]
    assert all(part.words for part in missed.passed)
