"""The history over HTTP: it has every game that a visitor played, and gives no board away."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sapper.game import LEVELS, Deal, Grid, Level
from sapper.records import Record
from sapper_workbench.history import FILE_NAME, Choice, History, file_of
from tests.cli.runs import run
from tests.history.games import NOON, game
from tests.records.finished import played
from tests.web.running import server
from tests.web.served import LIMITS, Client, get, post, served

LEVEL = Level(4, 4, 2)
SIZE = {"width": 4, "height": 4, "mines": 2, "first": "any"}


def begun(client: Client, seed: int | None = 1, **fields: Any) -> str:
    """The address of a new game."""
    asked = {**SIZE, "seed": seed, **fields}
    return f"/api/games/{post(client, '/api/games', 201, **asked)['id']}"


def cells(mines: bool, seed: int = 1) -> list[list[int]]:
    """The cells with or without mines of the board of a seed."""
    deal = Deal.seeded(Grid(4, 4), 2, seed)
    found = deal.mine_indices(0, "any")
    return [list(deal.grid.cell(i)) for i in range(16) if (i in found) == mines]


def win(client: Client, path: str, seed: int = 1) -> None:
    """Open every safe cell that is not open yet."""
    for cell in cells(False, seed):
        if get(client, path)["board"]["cells"][4 * cell[0] + cell[1]] == "H":
            post(client, f"{path}/moves", action="open", cell=cell)


@pytest.mark.parametrize("first", ["any", "safe"])
def test_a_board_whose_mines_were_seen_is_known_the_next_time(tmp_path: Path, first: str) -> None:
    with served(tmp_path, history=True) as client:
        both = [begun(client), begun(client)]  # begun before one of them ends
        win(client, both[0])
        win(client, both[1])
        win(client, begun(client, seed=2), seed=2)
        lost = begun(client, name="another name", first=first)
        for cell in cells(True):  # the rule may move the first mine
            if get(client, lost)["board"]["outcome"] == "playing":
                post(client, f"{lost}/moves", action="open", cell=cell)
        rows = get(client, "/api/history")["games"]
        assert [(row["seed"], row["known"]) for row in rows] == [
            (1, True),
            (2, False),
            (1, True),
            (1, False),
        ]
        assert get(client, "/api/history/statistics")["games"] == 2


def test_a_game_is_listed_when_it_has_begun_and_with_its_figures_when_it_ends(
    tmp_path: Path,
) -> None:
    with served(tmp_path, history=True) as client:
        path = begun(client)
        assert get(client, "/api/history")["total"] == 0
        post(client, f"{path}/moves", action="flag", cell=cells(True)[0])
        post(client, f"{path}/moves", action="open", cell=cells(False)[0])
        (row,) = get(client, "/api/history")["games"]
        assert row["outcome"] == "unfinished"
        assert row["game"] == path.rpartition("/")[2]
        assert row["seed"] is row["bbbv"] is row["zini"] is row["link"] is None
        refused = client.get(f"/api/history/{row['id']}/file")
        assert refused.status_code == 400
        assert "its record would show the mines" in refused.json()["error"]
        assert client.post(f"/api/history/{row['id']}/again", json={}).status_code == 400
        continued = post(client, f"/api/history/{row['id']}/open")
        assert continued["game"] == row["game"]
        win(client, path)
        (row,) = get(client, "/api/history")["games"]
        figures = get(client, f"{path}/figures")["figures"]
        assert (row["outcome"], row["bbbv"], row["known"]) == ("won", figures["bbbv"], False)
        assert row["link"] == "#play?width=4&height=4&mines=2&first=any&seed=1&number=0"
        assert row["clicks"] == figures["clicks"]["total"]


def test_the_path_of_the_pointer_is_kept_with_the_game_exported_and_imported(
    tmp_path: Path,
) -> None:
    wanted = [[900, [0, 3]], [400, [1, 3]], [0, [1, 2]]]
    with served(tmp_path / "games", history=True) as client:
        path = begun(client)
        first, *_ = cells(False)
        post(client, f"{path}/moves", action="open", cell=first, path=wanted)
        too_far = {"action": "open", "cell": first, "path": [[1, [9, 9]]]}
        assert client.post(f"{path}/moves", json=too_far).status_code == 400
        too_long = {"action": "open", "cell": first, "path": [[1, [0, 0]]] * 1001}
        assert client.post(f"{path}/moves", json=too_long).status_code == 400
        win(client, path)
        assert get(client, f"{path}/steps")["steps"][0]["path"] == wanted
    with served(tmp_path / "games", history=True) as client:  # read from the journal
        assert get(client, f"{path}/steps")["steps"][0]["path"] == wanted
        (row,) = get(client, "/api/history")["games"]
        files = {
            form: client.get(f"/api/history/{row['id']}/file?form={form}").content
            for form in ("record", "rawvf", "evf")
        }
    for name, data in files.items():
        with served(tmp_path / name, history=True) as client:
            file = base64.b64encode(data).decode()
            added = post(client, "/api/history/import", file=file, name=f"x.{name}", at=NOON)
            assert added["added"]
            opened = post(client, "/api/history/1/open")["game"]
            step = get(client, f"/api/games/{opened}/steps")["steps"][0]
            walked = [cell for _, cell in step["path"]]
            assert walked[:3] == [cell for _, cell in wanted]
            if name != "evf":  # its times begin with the first move
                assert step["path"][:3] == wanted


def test_a_dealt_world_does_not_tell_its_seed(tmp_path: Path) -> None:
    with served(tmp_path, history=True) as client:
        path = f"/api/games/{post(client, '/api/games', 201, world='easy')['id']}"
        cell = get(client, path)["board"]["cells"].index("H")
        post(client, f"{path}/moves", action="open", cell=divmod(cell, 5))
        rows = get(client, "/api/history")["games"]
        assert [row["level"] for row in rows] == ["easy"]
        assert rows[0]["seed"] is None


def test_the_first_end_of_a_game_counts(tmp_path: Path) -> None:
    with served(tmp_path, history=True) as client:
        path = begun(client)
        post(client, f"{path}/moves", action="open", cell=cells(True)[0])
        post(client, f"{path}/undo")
        win(client, path)
        (row,) = get(client, "/api/history")["games"]
        assert row["outcome"] == "lost"


def test_games_of_agents_alone_are_not_kept_and_their_help_is_counted(tmp_path: Path) -> None:
    with served(tmp_path, history=True) as client:
        for own in (False, True):
            path = begun(client, first="safe")
            if own:
                post(client, f"{path}/moves", action="open", cell=[0, 0])
            while get(client, path)["board"]["outcome"] == "playing":
                post(client, f"{path}/agent", player="csp")
        (row,) = get(client, "/api/history")["games"]
        assert row["helped"] == row["moves"] - 1
        assert get(client, "/api/history/statistics")["games"] == 0


def test_a_game_is_opened_again_downloaded_and_played_on_the_same_board(tmp_path: Path) -> None:
    made, record = game(3)
    History(tmp_path / FILE_NAME).keep(made, record)
    with served(tmp_path, history=True) as client:
        (row,) = get(client, "/api/history")["games"]
        path = f"/api/history/{row['id']}"
        downloaded = Record.parse(client.get(f"{path}/file").text)
        assert downloaded == replace(record, ended=made.at)  # the history knows the date
        for form in ("rawvf", "evf", "mbf"):
            data = client.get(f"{path}/file", params={"form": form}).content
            assert data == file_of(record, form, made.at)
        shown = get(client, f"/api/games/{post(client, f'{path}/open')['game']}")
        assert shown["board"]["outcome"] == record.outcome
        assert shown["moves"] == len(record.steps)
        again = f"/api/games/{post(client, f'{path}/again', 201)['game']}"
        assert get(client, again)["moves"] == 0
        for step in record.steps:
            move = step.decision.move
            post(client, f"{again}/moves", action=move.action, cell=move.cell)
        assert get(client, again)["truth"]["mines"] == sorted(map(list, record.mines))
        rows = get(client, "/api/history")["games"]
        assert [one["known"] for one in rows] == [True, False]
        assert get(client, "/api/history/statistics")["games"] == 1
        assert client.get("/api/history/77/file").status_code == 404
        assert post(client, "/api/history/delete", games=[row["id"], 77]) == {"deleted": 1}
        assert get(client, "/api/history")["total"] == 1


@pytest.mark.slow
def test_files_are_added_once_and_bad_ones_are_refused_in_a_sentence(tmp_path: Path) -> None:
    def dropped(data: bytes, name: str) -> Any:
        file = base64.b64encode(data).decode()
        return client.post("/api/history/import", json={"file": file, "name": name, "at": NOON})

    data = file_of(played(2), "rawvf")
    with served(tmp_path, replace(LIMITS, cells=100), history=True) as client:
        assert dropped(data, "game.rawvf").json() == {"added": True}
        assert dropped(data, "game.rawvf").json() == {"added": False}
        bad = dropped(b"no game", "game.rawvf")
        assert bad.status_code == 400
        assert str(tmp_path) not in bad.text
        large = file_of(played(2, size=11, mines=9), "rawvf")
        assert "at most 100 cells, not 11x11" in dropped(large, "game.rawvf").json()["error"]
        (row,) = get(client, "/api/history")["games"]
        assert (row["origin"], row["at"]) == ("import", NOON)
        assert post(client, "/api/history/grade") == {"left": 0}
        assert get(client, "/api/history")["games"][0]["graded"]["guesses"] >= 0
        opened = post(client, f"/api/history/{row['id']}/open")["game"]
        assert get(client, f"/api/games/{opened}")["seconds"] == pytest.approx(row["seconds"])
        wrong = client.get("/api/history", params={"since": "today"})
        assert wrong.json()["error"] == "'since': 'today' is not a day such as 2026-01-31"


def test_a_server_without_a_history_says_so(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        assert get(client, "/api/history")["kept"] is False
        refused = client.get("/api/history/statistics")
        assert refused.status_code == 404
        assert "--no-history" in refused.json()["error"]


@pytest.mark.slow
@pytest.mark.parametrize("moves", [1, 16])
def test_nothing_is_lost_when_the_server_is_killed(tmp_path: Path, moves: int) -> None:
    """In the middle of a game, and just as it has ended."""
    with server("--data", str(tmp_path)) as running:
        path = f"/api/games/{running.post('/api/games', {**SIZE, 'seed': 1}).json()['id']}"
        for cell in cells(False)[:moves]:
            running.post(f"{path}/moves", {"action": "open", "cell": cell})
        running.process.kill()
        running.process.wait()
    (tmp_path / FILE_NAME).unlink(
        missing_ok=True
    )  # as if it was killed before it could keep the game
    for rest in tmp_path.glob(f"{FILE_NAME}-*"):
        rest.unlink()
    with served(tmp_path, history=True) as client:
        for _ in range(1000):
            rows = get(client, "/api/history")["games"]
            if rows:
                break
        assert [row["outcome"] for row in rows] == ["unfinished" if moves == 1 else "won"]
        win(client, path)
        (row,) = get(client, "/api/history")["games"]
        assert (row["outcome"], row["moves"]) == ("won", len(get(client, f"{path}/steps")["steps"]))


def test_links_name_levels_and_sizes() -> None:
    from sapper_workbench.web import link_of

    made, _ = game(3)
    assert link_of(made) == "#play?width=5&height=5&mines=4&first=safe&seed=3&number=0"
    assert link_of(replace(made, seed=None)) is None
    for name in LEVELS:
        assert link_of(replace(made, level=name, number=2)) == (
            f"#play?level={name}&first=safe&seed=3&number=2"
        )


def test_the_list_is_filtered_and_cut(tmp_path: Path) -> None:
    history = History(tmp_path / FILE_NAME)
    for seed in range(5):
        history.keep(*game(seed, NOON + seed, level="expert" if seed else "beginner"))
    assert history.count(Choice()) == 5
    with served(tmp_path, history=True) as client:
        found = get(client, "/api/history", level="expert", start=1, most=2)
        assert (found["total"], len(found["games"])) == (4, 2)
        assert found["levels"] == ["beginner", "expert"]
        assert found["players"] == ["you"]


def test_lists_leave_out_games_left_after_one_move_on_request(tmp_path: Path) -> None:
    history = History(tmp_path / FILE_NAME)
    for seed, moves in enumerate((1, 2, 9)):
        made, record = game(seed, NOON + seed, outcome="unfinished")
        history.keep(replace(made, moves=moves), record)
    with served(tmp_path, history=True) as client:
        found = get(client, "/api/history", abandoned=False)
        assert (found["total"], len(found["games"]), found["abandoned"]) == (2, 2, 1)
        assert get(client, "/api/history")["total"] == 3
    listed = run("history", "list", "--json", "--history", str(tmp_path / FILE_NAME))
    assert json.loads(listed.stdout)["total"] == 2
    listed = run("history", "list", "--json", "--abandoned", "--history", str(tmp_path / FILE_NAME))
    assert json.loads(listed.stdout)["total"] == 3
