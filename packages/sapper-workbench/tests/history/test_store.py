"""The history: it keeps what it was given, once, and finds it again."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path

import msgspec
import pytest

from sapper.errors import InputError, MissingError
from sapper.game import World
from sapper.notation import presses
from sapper.records import Game, Record
from sapper_formats import read_rawvf
from sapper_workbench.history import (
    Choice,
    History,
    Studies,
    day,
    file_of,
    history_game,
    import_paths,
)
from sapper_workbench.study import lesson, study_of_lesson
from tests.closing import read_while_closing
from tests.history.games import DAY, NOON, game
from tests.history.importing import import_bytes
from tests.records.finished import played


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "folder" / "history.db")


def test_a_game_comes_back_equal(history: History) -> None:
    made, record = game(1)
    assert history.keep(made, record)
    ((number, found, graded),) = history.games(Choice())
    assert (found, graded) == (made, None)
    assert history.record(number) == record
    assert history.find(number) == (made, None)
    assert (history.path.stat().st_mode & 0o777) == 0o600  # it shows the mines


def test_another_opening_of_the_file_sees_it(history: History) -> None:
    other = History(history.path)
    made, record = game(1)
    history.keep(made, record)
    assert [row[1] for row in other.games(Choice())] == [made]


def test_a_finished_game_is_kept_once_and_stays_as_it_is(history: History) -> None:
    made, record = game(1)
    begun = replace(made, outcome="unfinished", at=NOON - DAY)
    assert history.keep(begun, None)
    assert history.keep(made, record)
    assert not history.keep(replace(made, outcome="lost"), record)
    assert [row[1] for row in history.games(Choice())] == [made]
    history.forget(made.key)  # which is for unfinished games
    assert history.count(Choice()) == 1


def test_an_unfinished_game_tells_nothing_of_its_board(history: History) -> None:
    record = played(1)
    steps = record.steps[:1]
    begun = replace(record, steps=steps, outcome="unfinished")
    made = history_game(begun, "page:1", "page", NOON, seconds=3.0, seeded=True)
    assert made.seed is made.bbbv is made.seconds is made.zini is None
    history.keep(made, begun)
    ((number, _, _),) = history.games(Choice())
    with pytest.raises(InputError, match="its record would show the mines"):
        history.record(number)
    assert history.started(number) == begun


def test_games_are_chosen_by_every_property(history: History) -> None:
    for seed in range(6):
        made, record = game(seed, NOON + seed * DAY, level="expert" if seed % 2 else "beginner")
        made = replace(made, first="any" if seed == 5 else "safe", no_guess=seed == 4)
        made = replace(made, origin="import", player="Ada") if seed == 3 else made
        history.keep(replace(made, outcome="won" if seed < 3 else "lost"), record)

    def keys(choice: Choice) -> list[str]:
        return [row[1].key.removeprefix("page:") for row in history.games(choice)]

    assert keys(Choice()) == ["5", "4", "3", "2", "1", "0"]
    assert keys(Choice(level="expert", outcome="lost")) == ["5", "3"]
    assert keys(Choice(first="any")) == ["5"]
    assert keys(Choice(first="no-guess")) == ["4"]
    assert keys(Choice(player="Ada")) == keys(Choice(origin="import")) == ["3"]
    days = Choice(since=date(2026, 1, 6), until=date(2026, 1, 7))
    assert keys(days) == ["2", "1"]
    assert [row[1].key for row in history.games(Choice(), 4, 1)] == ["page:1"]
    assert len([*history.every(Choice())]) == 6


def test_deleted_games_are_gone_with_their_records(history: History) -> None:
    for seed in (1, 2):
        history.keep(*game(seed))
    (first, *_), (second, *_) = history.games(Choice())
    assert history.delete([first, 77]) == 1
    assert [row[0] for row in history.games(Choice())] == [second]
    assert history.rows("SELECT game FROM record") == [(second,)]
    with pytest.raises(MissingError, match="has no game 77"):
        history.find(77)


def test_a_writer_that_is_killed_leaves_what_it_kept(tmp_path: Path) -> None:
    path = tmp_path / "history.db"
    script = (
        "import os, signal; from pathlib import Path;"
        "from sapper_workbench.history.database import History;"
        "from tests.history.games import game; history = History(Path({!r}));"
        "history.keep(*game(1)); history.keep(*game(2)); os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", script.format(str(path))], check=False)
    assert done.returncode == -9
    assert History(path).count(Choice()) == 2


@pytest.mark.parametrize("content", [b"not a database", b"x" * 5000])
def test_other_files_are_refused_in_one_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "history.db"
    path.write_bytes(content)
    with pytest.raises(InputError, match="this is not a history of sapper"):
        History(path)
    assert path.read_bytes() == content


def test_another_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE game (id INTEGER)")
    other.close()
    with pytest.raises(InputError, match="this is not a history of sapper"):
        History(path)


def test_a_history_closes_when_no_thread_reads_it(history: History) -> None:
    for seed in range(3):
        history.keep(*game(seed))
    found = read_while_closing(history._db, lambda: list(history.games(Choice())), history.close)
    assert {made.seed for _, made, _ in found} == {0, 1, 2}
    with pytest.raises(InputError, match="Cannot operate on a closed database"):
        history.count(Choice())


def test_a_history_of_another_format_is_refused(history: History) -> None:
    history.close()
    with sqlite3.connect(history.path) as other:
        other.execute("PRAGMA user_version = 2")
    other.close()
    with pytest.raises(InputError, match="the history of sapper has format 2, and this version"):
        History(history.path)


@pytest.mark.parametrize("text", ["yesterday", "2026-13-01", "9999-12-31", ""])
def test_days_that_are_none_are_named(text: str) -> None:
    with pytest.raises(InputError, match=r"--since: .* is not a day such as 2026-01-31"):
        day(text, "--since")


def test_games_are_written_and_read_again(history: History, tmp_path: Path) -> None:
    record = played(3)
    folder = tmp_path / "replays"
    folder.mkdir()
    (folder / "one.rawvf").write_bytes(file_of(record, "rawvf"))
    (folder / "two.JSON").write_bytes(file_of(record, "record"))
    (folder / "board.mbf").write_bytes(file_of(record, "mbf"))
    (folder / "broken.rawvf").write_text("RawVF_Version: Rev6\n")
    found = list(import_paths(history, [folder], 1000))
    assert [one.added for one in found] == [False, True, False]  # one game in two formats
    assert "broken.rawvf" in found[0].words
    again = list(import_paths(history, [folder / "one.rawvf"], 1000))
    assert [one.words.endswith("already in the history") for one in again] == [True]
    games = [row[1] for row in history.games(Choice())]
    assert {one.origin for one in games} == {"import"}
    assert {one.solved for one in games} == {games[0].solved}
    (replayed,) = games
    replay = read_rawvf((folder / "one.rawvf").read_text())
    assert replayed.left == presses(replay).left
    with pytest.raises(InputError, match="no such file or folder"):
        list(import_paths(history, [tmp_path / "nothing"], 1000))


def test_large_boards_and_boards_alone_are_not_imported(history: History) -> None:
    record = played(3)
    with pytest.raises(InputError, match="a board here has at most 10 cells, not 5x5"):
        import_bytes(history, file_of(record, "record"), "a.json", NOON, 10)
    with pytest.raises(InputError, match="got only a board"):
        import_bytes(history, file_of(record, "mbf"), "a.mbf", NOON, 100)


def test_the_times_of_moves_become_those_of_a_replay() -> None:
    record = played(4)
    game = Game(World("", record.deal, record.rules))
    for number, step in enumerate(record.steps):
        game.play(step.decision.move, NOON + 0.25 * number)
    found = game.record
    assert found.steps[0].decision.seconds == 0.0
    assert {step.decision.seconds for step in found.steps[1:]} <= {0.25}
    events = read_rawvf(file_of(found, "rawvf").decode()).events
    assert events[-1].milliseconds == round(250 * (len(record.steps) - 1))
    assert Record.parse(found.text) == found


def test_studies_have_limits(history: History, monkeypatch: pytest.MonkeyPatch) -> None:
    studies = Studies(history)
    study = study_of_lesson(lesson("one-two"))
    monkeypatch.setattr("sapper_workbench.history.studies.MAX_STUDIES", 1)
    number = studies.create(study)
    with pytest.raises(InputError, match="at most 1 studies are kept"):
        studies.create(study)
    monkeypatch.setattr("sapper_workbench.history.studies.MAX_BYTES", 2_000)
    with pytest.raises(InputError, match="at most 2,000 bytes"):
        studies.add(number, msgspec.structs.replace(study.chapters[0], game="x" * 2_000))
    kept = studies.study(number)
    assert kept == study
    studies.delete(number)
    assert history.rows("SELECT * FROM chapter") == []
    with pytest.raises(MissingError, match="it was deleted"):
        studies.find(number)
