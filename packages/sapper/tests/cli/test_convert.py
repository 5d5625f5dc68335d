"""``sapper convert``: every notation into every other that can hold it."""

import base64
import json
from pathlib import Path

import pytest

from sapper.arena import play
from sapper.game import Deal, Grid, Position
from sapper.records import Record, read_file
from tests.cli.runs import run, sentence

BOARD = "?b=1&m=041004000042gh10g"
POSITION = "?analysis=adadaaab29bSf"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    record = play("csp", Deal.seeded(Grid(9, 9), 10, seed=1)).record
    (tmp_path / "game.json").write_text(record.text)
    return tmp_path / "game.json"


def test_a_link_becomes_a_position() -> None:
    assert run("convert", POSITION, "--to", "text").stdout == "3x3x1\nFF0\nH10\n000\n"


def test_a_position_on_standard_input_becomes_a_link() -> None:
    done = run("convert", "-", "--to", "link", stdin="3x3x1\nFF0\nH10\n000")
    assert done.stdout == f"{POSITION}\n"


def test_a_board_becomes_a_file_and_comes_back(tmp_path: Path) -> None:
    file = str(tmp_path / "a.mbf")
    assert run("convert", BOARD, "--to", "mbf", "-o", file).output == ""
    assert run("convert", file, "--to", "link").stdout == f"{BOARD}\n"
    assert run("convert", BOARD, "--to", "mbf").stdout_bytes == Path(file).read_bytes()


def test_a_seed_needs_the_rule_it_was_dealt_under() -> None:
    link = "?board=8x8x10&seed=4294967296&start=20"
    opening = run("convert", link, "--first", "opening", "--to", "link").stdout
    assert opening == "?b=88&m=09100g0q00h40\n"
    assert run("convert", link, "--to", "link").stdout != opening


def test_a_game_becomes_a_replay_and_comes_back(game: Path, tmp_path: Path) -> None:
    file = str(tmp_path / "game.rawvf")
    run("convert", str(game), "--to", "rawvf", "-o", file)
    before, after = read_file(game), Record.parse(run("convert", file, "--to", "record").stdout)
    assert isinstance(before, Record)
    assert [s.decision.move for s in after.steps] == [s.decision.move for s in before.steps]


def test_a_position_of_a_game(game: Path) -> None:
    record = Record.parse(game.read_text())
    for step, position in enumerate(record.positions()):
        done = run("convert", str(game), "--to", "text", "--step", str(step))
        assert Position.parse(done.stdout) == position
    assert sentence("convert", str(game), "--to", "text", "--step", "99").startswith("--step 99: ")
    assert sentence("convert", BOARD, "--to", "text", "--step", "1").startswith(
        "--step needs a game"
    )


def test_json_says_what_was_read(game: Path) -> None:
    for source, kind in ((str(game), "record"), (POSITION, "position"), (BOARD, "board")):
        found = json.loads(run("convert", source, "--to", "link", "--json").stdout)
        plain = run("convert", source, "--to", "link").stdout
        assert found == {"read": kind, "to": "link", "content": plain.rstrip("\n")}
    found = json.loads(run("convert", BOARD, "--to", "mbf", "--json").stdout)
    data = run("convert", BOARD, "--to", "mbf").stdout_bytes
    assert base64.b64decode(found["content"]) == data


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["none.json", "--to", "text"], "none.json: no such file"),
        ([POSITION, "--to", "mbf"], "a position does not say where the mines are"),
        ([BOARD, "--to", "rawvf"], "a replay needs a game with its moves, this is a board"),
        (["?analysis=a!", "--to", "text"], "analysis=: character 2, '!', is not a digit"),
        (["?" + "b" * 5000 + "=1", "--to", "text"], "the link has none of 'position='"),
        ([BOARD, "--to", "text", "-o", "none/x"], "none/x: its folder does not exist"),
    ],
)
def test_wrong_input_is_one_sentence(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert sentence("convert", *arguments).startswith(said)


def test_a_file_may_look_like_a_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a?b=c").write_text("2x1x1\nHH")
    assert run("convert", "a?b=c", "--to", "text").stdout == "2x1x1\nHH\n"
