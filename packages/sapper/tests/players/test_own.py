"""Strategies in files, modules and installed packages: found, named in errors, sent elsewhere."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from sapper.errors import InputError, StrategyError
from sapper.game import Chance, First, Grid, Position, Rules
from sapper.players import (
    STRATEGIES,
    Decision,
    StrategySource,
    known_players,
    own_strategy,
    player,
    recipes,
    sources_used,
    strategies_in,
    use_strategies,
)
from tests.cli.runs import run, sentence
from tests.sources import ROOT

QUIET = str(ROOT / "examples" / "quiet.py")
START = Position.parse("4x3x2\nHHHH\n1221\n0000")

FIRST = '''
from __future__ import annotations
from dataclasses import dataclass
from sapper.players.csp import LeastRisk
from sapper import Decision, Move, Pass, Reason

class _Base:
    name = "base"
    def decide(self, position, chance):
        return ANSWER

@dataclass
class First(_Base):
    """Opens the first hidden cell. Nothing else."""
    name = "first"
    nth: int = 0
'''
CELL = "position.hidden[self.nth]"
GOOD = f'Decision(Move("open", {CELL}), "first", Reason("first", "it is"), None)'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The working directory, with a file of one strategy."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "first.py").write_text(FIRST.replace("ANSWER", GOOD))
    yield tmp_path
    for name in [one for one in sys.modules if one.startswith(("mine_", "strategies_"))]:
        del sys.modules[name]


def answer(recipe: str, position: Position = START) -> object:
    found = player(recipe).begin(Chance(1))(position)
    return found.move.cell if isinstance(found, Decision) else found


def test_the_classes_of_a_file_join_the_recipes_with_their_options(folder: Path) -> None:
    assert use_strategies("first.py") == ("first",)  # nothing imported, nothing underscored
    assert use_strategies("first.py", "first.py") == ("first",)
    Path("first.py").write_text(Path("first.py").read_text() + "\n")
    assert use_strategies("first.py") == ("first",)  # it has changed
    assert known_players()[-1] == "first"
    assert answer("first") == (0, 0)
    assert answer("single-point > first(nth=1)", Position.parse("2x2x1\nHH\nHH")) == (0, 1)
    assert own_strategy("first").words == "opens the first hidden cell. Nothing else"
    for recipe, words in (
        ("first(nth=x)", "nth is a whole number, not x"),
        ("first(mth=1)", "has no option 'mth': did you mean 'nth'"),
        ("frist", "did you mean 'first'"),
    ):
        with pytest.raises(InputError, match=words):
            player(recipe)


def test_a_module_of_the_working_directory_joins_them_too(folder: Path) -> None:
    package = folder / "mine_package"
    package.mkdir()
    (package / "__init__.py").write_text("from mine_package.parts import First\n")
    (folder / "first.py").rename(package / "parts.py")
    assert use_strategies("mine_package") == ("first",)
    assert answer("first") == (0, 0)
    before = StrategySource.at("mine_package").digest
    (package / "parts.py").write_text("")
    assert StrategySource.at("mine_package").digest != before


def test_installed_packages_offer_theirs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "first.py").rename(folder / "mine_first.py")
    offers = [("first", "mine_first:First"), ("csp", "mine_first"), ("second", "mine_first")]
    points = [EntryPoint(name, value, recipes.GROUP) for name, value in offers]
    recipes._installed.cache_clear()
    monkeypatch.setattr(recipes, "entry_points", lambda group: points)
    try:
        monkeypatch.setattr(sys, "path", [str(folder), *sys.path])
        assert recipes.own_names() == ("first", "second")
        assert answer("first") == (0, 0)
        with pytest.raises(StrategyError, match="mine_first does not define the strategy 'second'"):
            player("second")
    finally:
        recipes._installed.cache_clear()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def f(:\n    pass\n", "bad.py, line 1: invalid syntax"),
        ("x = 1\nimport mine_nowhere\n", "bad.py, line 2: ModuleNotFoundError: No module named"),
        ("\nraise SystemExit(3)\n", "bad.py, line 2: SystemExit: 3"),
        ("x = 1\n", "bad.py defines no strategy: expected a class with a name"),
        (FIRST.replace('"first"', '"csp"', 1), "line 9: a strategy of your own cannot be called"),
        (FIRST.replace('"first"', '"My first"', 1), "line 9: the name 'My first' should be"),
        (FIRST + "class B(First): pass", "line 9: two strategies have the name 'first'"),
        ("\xff\x00", "bad.py: line 1"),
    ],
)
def test_a_bad_file_is_one_sentence_with_its_line(folder: Path, text: str, words: str) -> None:
    (folder / "bad.py").write_text(text, encoding="latin-1")
    said = sentence("play", "--strategies", "bad.py", "--player", "first")
    assert said.startswith("bad.py") or "bad.py" in said
    assert words in said


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("5", "line 9: strategy 'first', decision 1 of a 9x9x10 game: expected a Decision or a"),
        ("1 / 0", "'first', decision 1 of a 9x9x10 game: bad.py, line 10: ZeroDivisionError: div"),
        ("exit(7)", "decision 1 of a 9x9x10 game: bad.py, line 10: SystemExit: 7"),
        (GOOD.replace(CELL, "(9, 9)"), "expected a cell (row 0 to 8"),
    ],
)
def test_bad_answers_name_the_file_and_the_line(folder: Path, given: str, words: str) -> None:
    (folder / "bad.py").write_text(FIRST.replace("ANSWER", given))
    named = ("--strategies", "bad.py", "--player", "first", "--level", "beginner")
    assert words in sentence("match", *named, "--games", "2")
    said = run("play", *named)
    assert said.exit_code == 2
    assert words in said.stderr


def test_names_are_taken_once(folder: Path) -> None:
    (folder / "again.py").write_text((folder / "first.py").read_text())
    with pytest.raises(InputError, match=r"again.py, line 9: first.py, line 9 has a strategy 'fir"):
        use_strategies("first.py", "again.py")
    for wrong in ("nothing.py", "mine_nowhere", "first.py:First"):
        with pytest.raises(InputError, match=r"nothing.py: no such file|there is no module"):
            use_strategies(wrong)


def test_a_player_is_sent_with_the_text_of_its_file(folder: Path) -> None:
    """Another process needs neither the file nor its name."""
    use_strategies("first.py")
    (folder / "player").write_bytes(pickle.dumps(player("random > first(nth=1)").chain[1].make))
    (folder / "first.py").unlink()
    program = "import pickle, sys; print(pickle.load(open('player', 'rb'))().nth)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == ("1", "")


def test_a_module_that_changed_is_not_played(folder: Path) -> None:
    (folder / "first.py").rename(folder / "mine_first.py")
    use_strategies("mine_first")
    sent = pickle.dumps(own_strategy("first"))
    (folder / "mine_first.py").write_text("x = 1\n")
    with pytest.raises(StrategyError, match="mine_first is not the same on all machines"):
        pickle.loads(sent)


def test_every_interface_plays_it(folder: Path) -> None:
    """Worker processes of the engine and of matches know it as well; the tests of the server and of
    the cluster show it for theirs."""
    given = ("--strategies", QUIET, "--player", "quiet", "--level", "beginner8")
    alone = run("match", *given, "--games", "12", "--json").stdout
    apart = run("match", *given, "--games", "12", "--workers", "2", "--json").stdout
    assert [one.split('"cpu_seconds"')[0] for one in (alone, apart)].count(
        alone.split('"cpu_seconds"')[0]
    ) == 2
    assert "again: sapper play --player quiet --strategies" in run("play", *given).stdout
    position = str(START)
    (folder / "position").write_text(position)
    named = ("--strategies", QUIET, "--player", "quiet")
    assert '"strategy": "quiet"' in run("analyse", "position", *named, "--json").stdout
    request = '{"id": 1, "request": "move", "player": "quiet", "position": "2x1x1\\nHH"}\n'
    engine = [sys.executable, "-m", "sapper", "engine", "--workers", "1", "--strategies", QUIET]
    done = subprocess.run(engine, input=request, capture_output=True, text=True)
    assert '"strategy": "quiet"' in done.stdout, done
    assert sources_used() != ()
    assert strategies_in(sources_used()[0])["quiet"].words.startswith("of the nearly safest")


@pytest.mark.parametrize("first", ["any", "safe", "opening"])
def test_a_promised_first_cell_is_a_guess_of_no_player(folder: Path, first: First) -> None:
    use_strategies(QUIET, "first.py")
    position = Position.start(Grid(4, 4), 4, Rules(first))
    installed = [name for name in STRATEGIES if STRATEGIES.is_installed(name)]
    for recipe in ("quiet", "first", *installed):
        decision = player(recipe).begin(Chance(1))(position)
        if isinstance(decision, Decision) and decision.move.action == "open":
            assert decision.guess == (first == "any"), recipe
