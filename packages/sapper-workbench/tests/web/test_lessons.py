"""Page and terminal share the progress through the lessons."""

from __future__ import annotations

from pathlib import Path

from sapper_workbench.study import PROGRESS_FILE, Progress, lesson
from tests.web.served import Client, get, post, served


def solved(client: Client, name: str) -> list[str | None]:
    """How the exercises of a lesson are listed."""
    rows = get(client, "/api/lessons")
    return next(row["solved"] for row in rows if row["id"] == name)


def test_page_and_terminal_share_a_file(tmp_path: Path) -> None:
    file, one = tmp_path / PROGRESS_FILE, lesson("one-two")
    with served(tmp_path, lessons=file) as client:
        assert set(solved(client, one.id)) == {None}
        post(client, f"/api/lessons/{one.id}/solved", exercise=1, solved="later")
        assert Progress(file).of(one)[:3] == (None, "later", None)
        Progress(file).add(one, 0, "first")  # in the terminal, while the server runs
        assert solved(client, one.id)[:3] == ["first", "later", None]


def test_a_server_for_visitors_keeps_no_progress(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        post(client, "/api/lessons/one-two/solved", exercise=0, solved="first")
        assert set(solved(client, "one-two")) == {None}
        refused = client.post(
            "/api/lessons/one-two/solved", json={"exercise": 9, "solved": "first"}
        )
        assert refused.status_code == 400
        assert not list(tmp_path.glob(PROGRESS_FILE))
