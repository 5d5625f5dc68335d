"""Games on disk: whatever was written whole is read back, however the server ended."""

from __future__ import annotations

import json
import os
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.errors import InputError
from sapper.records import Game, read_game
from sapper_workbench.web import FolderInUseError, Journal, Room
from tests.web.served import ALONE, post, served

NAME = "0123456789abcdef"
MEGABYTE = 1_000_000
EVENTS = st.lists(
    st.dictionaries(st.text(), st.integers() | st.text() | st.none()).map(json.dumps), max_size=6
)


@settings(max_examples=30)
@given(events=EVENTS, cut=st.floats(0, 1))
def test_a_file_cut_short_keeps_every_whole_line(
    tmp_path_factory: pytest.TempPathFactory, events: list[str], cut: float
) -> None:
    folder = tmp_path_factory.mktemp("games")
    journal = Journal(folder, Room(10, MEGABYTE))
    journal.begin(NAME, '{"setup": 1}')
    file = folder / f"{NAME}.jsonl"
    sizes = [file.stat().st_size]
    for event in events:
        journal.add(NAME, event)
        sizes.append(file.stat().st_size)
    size = sizes[0] + int(cut * (sizes[-1] - sizes[0]))
    os.truncate(file, size)
    head, found = journal.read(NAME)
    assert head == '{"setup": 1}'
    whole = events[: sum(end <= size for end in sizes) - 1]
    assert found == whole
    journal.add(NAME, "more")
    assert journal.read(NAME)[1] == [*whole, "more"]
    journal.close()


def test_games_are_bounded_in_number(tmp_path: Path) -> None:
    journal = Journal(tmp_path, Room(3, MEGABYTE))
    names = [f"{number:016x}" for number in range(5)]
    for name in names:
        journal.begin(name, "{}")
    assert [name in journal for name in names] == [False, False, True, True, True]
    assert {file.stem for file in tmp_path.glob("*.jsonl")} == set(names[2:])
    journal.add(names[2], "{}")
    journal.begin("f" * 16, "{}")
    assert names[2] in journal
    assert names[3] not in journal
    journal.close()


@settings(max_examples=30)
@given(
    sizes=st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 400)), max_size=12),
    reopened=st.booleans(),
)
def test_the_files_of_all_games_and_of_each_visitor_have_a_limited_size(
    tmp_path_factory: pytest.TempPathFactory, sizes: list[tuple[str, int]], reopened: bool
) -> None:
    folder, most, each = tmp_path_factory.mktemp("games"), Room(9, 1_000), Room(4, 600)
    journal = Journal(folder, most, each)
    names: dict[str, str] = {}
    for number, (visitor, size) in enumerate(sizes):
        if visitor in names and names[visitor] in journal and number % 2:
            journal.add(names[visitor], "x" * size)
        else:
            names[visitor] = f"{number:016x}" + visitor * 16
            journal.begin(names[visitor], "x" * size)
        assert names[visitor] in journal, "a game that changes stays"
        if reopened:
            journal.close()
            journal = Journal(folder, most, each)
        files = {file.stem: file.stat().st_size for file in folder.glob("*.jsonl")}
        assert {name: journal.size(name) for name in files} == files
        for one in "abc":
            own = [size for name, size in files.items() if name.endswith(one)]
            assert len(own) == 1 or sum(own) <= each.bytes
        assert sum(files.values()) <= most.bytes
    journal.close()


def test_a_clock_that_jumps_removes_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names, clock = [f"{number:016x}" for number in range(4)], time.time
    for days in (0, 40, -40, 4_000):
        monkeypatch.setattr(time, "time", lambda days=days: clock() + days * 86_400)
        journal = Journal(tmp_path, Room(9, MEGABYTE))
        new = next(name for name in names if name not in journal)
        journal.begin(new, "{}")
        at = time.time()
        os.utime(tmp_path / f"{new}.jsonl", (at, at))
        journal.close()
    assert {file.stem for file in tmp_path.glob("*.jsonl")} == set(names)


def test_a_folder_has_one_server(tmp_path: Path) -> None:
    journal = Journal(tmp_path, Room(3, MEGABYTE))
    with pytest.raises(InputError, match="another server uses this folder"):
        Journal(tmp_path, Room(3, MEGABYTE))
    journal.close()
    Journal(tmp_path, Room(3, MEGABYTE)).close()


def test_a_second_server_learns_where_the_first_one_is(tmp_path: Path) -> None:
    for link in ("http://127.0.0.1:8000/?token=abc", "http://box:1/"):  # nothing of a former one
        first = Journal(tmp_path, Room(3, MEGABYTE))
        for known in ("", link):
            if known:
                first.announce(known)
            with pytest.raises(FolderInUseError) as error:
                Journal(tmp_path, Room(3, MEGABYTE))
            assert error.value.link == known
            assert known in str(error.value)
        first.close()
    assert (tmp_path / "lock").stat().st_mode & 0o077 == 0


def test_made_up_visitors_crowd_out_only_games_of_their_own_group(tmp_path: Path) -> None:
    journal = Journal(tmp_path, Room(8, MEGABYTE), Room(4, MEGABYTE))
    own = [f"{number:016x}{'a' * 16}" for number in range(4)]
    made_up = [f"{number:016x}{'b' * 4}{number:012x}" for number in range(4, 30)]
    for name in (*own, *made_up):
        journal.begin(name, "{}")
    assert [name for name in (*own, *made_up) if name in journal] == [*own, *made_up[-4:]]
    journal.close()


def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(InputError, match="file/games: not a directory"):
        Journal(file / "games", Room(3, MEGABYTE))


def test_a_game_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    with served(tmp_path, ALONE) as client:
        game = post(client, "/api/games", 201, level="beginner8", seed=1)
    file = tmp_path / f"{game['id']}.jsonl"
    head = json.loads(file.read_text().splitlines()[0])
    for text in ("", "\n", "[]\n", "{}\n", json.dumps({**head, "version": 99}) + "\n"):
        file.write_text(text)
        with served(tmp_path, ALONE) as client:
            answer = client.get(f"/api/games/{game['id']}")
            assert answer.status_code == 400, text
            assert "this game" in answer.json()["error"]
    wrong = [{"do": "move", "action": "chord", "cell": [0, 0]}, {"do": "dance"}, {"x": 1}, 3]
    for event in wrong:
        file.write_text(json.dumps(head) + "\n" + json.dumps(event) + "\n")
        with served(tmp_path, ALONE) as client:
            answer = client.get(f"/api/games/{game['id']}")
            assert answer.status_code == 400, event
            assert "this game" in answer.json()["error"]
    file.unlink()
    with served(tmp_path, ALONE) as client:
        assert client.get(f"/api/games/{game['id']}").status_code == 404


def test_a_move_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with served(tmp_path, ALONE) as client:
        game = post(client, "/api/games", 201, level="beginner8", seed=1)
        path = f"/api/games/{game['id']}"
        (tmp_path / f"{game['id']}.jsonl").unlink()
        reply = client.post(f"{path}/moves", json={"action": "open", "cell": [0, 0]})
        assert reply.status_code == 507
        words = "the server cannot save this: no such file or directory"
        assert reply.json()["error"] == words  # without the path
        assert client.get(path).status_code == 400  # it did not go on in memory only


def test_two_may_forget_games_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(tmp_path, Room(3, MEGABYTE))
    for number in range(3):
        journal.begin(f"{number:016x}", "{}")
    unlink = Path.unlink
    other = threading.Thread(target=journal.begin, args=("e" * 16, "{}"))

    def slowly(path: Path, **options: Any) -> None:
        if other.ident is None:  # while the first is forgotten, somebody else begins a game, too
            other.start()
            other.join(0.3)
        unlink(path, **options)

    monkeypatch.setattr(Path, "unlink", slowly)
    journal.begin("d" * 16, "{}")
    other.join()
    files = {file.stem for file in tmp_path.glob("*.jsonl")}
    assert {"d" * 16, "e" * 16} <= files
    assert len(files) == 3
    journal.close()


def test_the_file_of_a_game_is_a_session(tmp_path: Path) -> None:
    with served(tmp_path, ALONE) as client:
        path = f"/api/games/{post(client, '/api/games', 201, level='beginner8', seed=1)['id']}"
        post(client, f"{path}/moves", action="flag", cell=[0, 0])
        post(client, f"{path}/undo")
        post(client, f"{path}/agent", player="random")
    (file,) = tmp_path.glob("*.jsonl")
    found = read_game(file.read_bytes(), file.name)
    assert isinstance(found, Game)
    assert (len(found.lines()), found.undoable, found.recipe) == (2, 1, "random")
