"""The strategy ``engine`` of the benchmarks opens what another program answers."""

import json
import shlex
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from papers.studies import engine, wins
from papers.studies.advantage.comparison import Comparison, play_games
from papers.studies.advantage.judge import Game
from papers.studies.playouts import play_numbers
from sapper import Position, match
from sapper.arena import turns
from sapper.errors import InputError, RecipeError
from sapper.game import Chance, Deal, Grid, Rules
from sapper.players import Decision

SAPPER = f"{shlex.quote(sys.executable)} -m sapper engine"

#: Opens the first hidden cell in reading order and writes all requests to a file, or answers every
#: request with the text of its second argument.
FAKE = """
import json, sys
requests, answer = open(sys.argv[1], "a", buffering=1), sys.argv[2:]
for line in sys.stdin:
    asked = json.loads(line)
    requests.write(line)
    rows = asked["position"].splitlines()[1:]
    place = "".join(rows).index("H")
    cell = [place // len(rows[0]), place % len(rows[0])]
    result = {"decision": {"action": "open", "cell": cell, "strategy": "fake"}, "begun": True}
    print(*answer or [json.dumps({"id": asked["id"], "result": result})], flush=True)
"""


class Fake:
    """A program of FAKE: its command as an option of a recipe, and the requests it had."""

    def __init__(self, folder: Path) -> None:
        self._script, self._requests = folder / "fake.py", folder / "requests"
        self._script.write_text(FAKE)
        self.command = shlex.join([sys.executable, str(self._script), str(self._requests)])
        self.recipe = f"engine(command={self.command})"

    def requests(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self._requests.read_text().splitlines()]


@pytest.fixture
def fake(tmp_path: Path) -> Iterator[Fake]:
    yield Fake(tmp_path)
    engine.close()


def games(player: str, than: str, number: int) -> list[Game]:
    """Return games on a small board, compared."""
    found: list[Game] = []
    comparison = Comparison(player, than, "4x4x4", "safe", 10)
    play_numbers(range(number), partial(play_games, comparison), 1, found.extend)
    return found


def test_sapper_is_asked_for_the_guesses_of_swift() -> None:
    asked = games(f"engine(command={SAPPER}, player=swift)", "swift", 8)
    engine.close()
    assert sum(game.guesses for game in asked) > 4
    assert all(game.others == 0 for game in asked)


def test_both_directions_compare_the_same_guesses(fake: Fake) -> None:
    """Here the same games lead to the same guesses, and what one gains the other loses."""
    chain = "start > single-point > sat(mark=false) >"
    gains = games(f"{chain} {fake.recipe}", "swift", 20)
    assert sum(game.gain for game in gains) < 0
    assert sum(game.others for game in gains) > 5
    against = games("swift", fake.recipe, 20)
    assert sum(game.gain for game in against) > 0
    assert all(game.others == 0 for game in games(f"{chain} {fake.recipe}", fake.recipe, 5))


def test_a_guess_is_what_may_be_a_mine_whatever_the_program_says(fake: Fake) -> None:
    risks = {"3x2x1\nHH1\nH11": 0.0, "2x2x1\nHH\n1H": pytest.approx(1 / 3)}
    risks |= {"2x2x1\nHH\nHH": 0.0, "2x2x1 first=any\nHH\nHH": 0.25}
    for text, risk in risks.items():
        decision = engine.player(fake.recipe).begin(Chance(0))(Position.parse(text))
        assert isinstance(decision, Decision)
        assert decision.mine_probability == risk
        assert decision.guess == (risk != 0.0)


def test_each_game_has_a_name_of_its_own(fake: Fake) -> None:
    player = engine.player(f"engine(command={fake.command}, player=pgms)")
    moves = []
    for number in range(3):
        deal = Deal.seeded(Grid(4, 4), 2, 0, number)
        moves.append(sum(1 for _ in turns(player, Rules(), deal)))
    names = [str(request["game"]) for request in fake.requests()]
    order = sorted(set(names), key=names.index)
    assert [names.count(name) for name in order] == moves
    assert names == [name for name, moved in zip(order, moves, strict=True) for _ in range(moved)]
    assert {request["request"] for request in fake.requests()} == {"move"}
    assert {request["player"] for request in fake.requests()} == {"pgms"}


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("{", "not valid JSON"),
        ('{"id": 1}', "neither a result nor an error"),
        ('{"id": 2, "result": {"decision": null}}', "request 1 was answered as 2"),
        ('{"id": 1, "error": {"kind": "input", "words": "too large"}}', "too large"),
        ('{"id": 1, "result": {"decision": {"action": "flag", "cell": [0, 0]}}}', "action"),
        (
            '{"id": 1, "result": {"decision": {"action": "open", "cell": [1, 0]}}}',
            r"expected a hidden cell to open, not \[1, 0\]",
        ),
        (
            '{"id": 1, "result": {"decision": {"action": "open", "cell": [-1, 0]}}}',
            r"expected a hidden cell to open, not \[-1, 0\]",
        ),
    ],
)
def test_wrong_answers_are_refused(fake: Fake, answer: str, words: str) -> None:
    program = engine.Program(f"{fake.command} {shlex.quote(answer)}")
    with pytest.raises(InputError, match=words):
        program.cell(Position.parse("2x2x1\nHH\n1H"), "game", "")
    program.close()


def test_a_program_may_pass(fake: Fake) -> None:
    program = engine.Program(
        f"{fake.command} {shlex.quote(json.dumps({'id': 1, 'result': {'decision': None}}))}"
    )
    assert program.cell(Position.parse("2x2x1\nHH\n1H"), "game", "") is None
    program.close()


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (f"{shlex.quote(sys.executable)} -c 'raise SystemExit(3)'", "ended with exit code 3"),
        ("/none/such/program", "cannot be started: .*No such file"),
        ("'", "cannot be started: No closing quotation"),
    ],
)
def test_a_program_that_does_not_run_is_named(command: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        engine.Program(command).cell(Position.parse("2x2x1\nHH\n1H"), "game", "")


def test_a_recipe_needs_a_command() -> None:
    with pytest.raises(RecipeError, match="needs the option 'command'"):
        engine.player("engine")


def test_wins_are_those_of_a_match(fake: Fake, capsys: pytest.CaptureFixture[str]) -> None:
    def played(start: int, number: int) -> dict[str, list[dict[str, float]]]:
        arguments = [
            "papers.studies.wins",
            "--player=csp",
            "--player",
            fake.recipe,
            "--level=5x5x3",
        ]
        arguments += [f"--start={start}", f"--games={number}", "--json"]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "argv", arguments)
            with pytest.raises(SystemExit) as ended:
                wins.main()
        assert ended.value.code == 0
        found: dict[str, list[dict[str, float]]] = json.loads(capsys.readouterr().out)
        return found

    known = match(["csp", engine.player(fake.recipe)], "5x5x3", games=20).to_json()
    parts = played(0, 8), played(8, 12)
    for key in ("both", "only_a", "only_b", "neither"):
        assert sum(part["pairs"][0][key] for part in parts) == known["pairs"][0][key]
    assert sum(part["players"][0]["wins"] for part in parts) == known["players"][0]["wins"]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has the CPU clock of a process")
def test_the_time_of_a_program_counts(fake: Fake) -> None:
    """It counts for a player that asks the program, and for no other."""
    player = engine.player(fake.recipe)
    before = engine.seconds(player)
    next(turns(player, Rules(), Deal.seeded(Grid(4, 4), 2, 0, 0)))
    assert engine.seconds(player) > before
    assert engine.seconds(engine.player("swift")) == 0
