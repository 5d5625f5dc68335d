"""``sapper history``: games are imported, listed, counted, exported and deleted."""

from __future__ import annotations

import json
from pathlib import Path

from sapper_workbench.history import History, Studies, file_of
from sapper_workbench.study import lesson, link_of_study, study_of_lesson
from tests.cli.runs import run, sentence
from tests.records.finished import played


def test_a_history_from_import_to_deletion(tmp_path: Path) -> None:
    folder, file = tmp_path / "replays", str(tmp_path / "history.db")
    folder.mkdir()
    for seed in (1, 2, 3):
        (folder / f"{seed}.rawvf").write_bytes(file_of(played(seed), "rawvf"))
    (folder / "bad.rawvf").write_text("RawVF_Version: Rev6\n")
    made = run("history", "import", "--history", file, str(folder), "--json")
    found = json.loads(made.stdout)
    assert found["added"] == 3
    assert len(found["not_added"]) == 1
    listed = json.loads(run("history", "list", "--history", file, "--json").stdout)
    assert (listed["total"], len(listed["games"])) == (3, 3)
    assert all(game["bbbv_per_second"] > 0 for game in listed["games"])
    words = run("history", "list", "--history", file, "--most", "2").stdout
    assert "5x5x4" in words
    assert "1 more" in words
    counted = json.loads(run("history", "stats", "--history", file, "--grade", "--json").stdout)
    assert counted["games"] == 3
    assert counted["guesses"]["graded"] == 3
    assert "5x5x4" in run("history", "stats", "--history", file).stdout
    out = tmp_path / "out"
    run("history", "export", "--history", file, "--format", "rawvf", str(out))
    assert len([*out.iterdir()]) == 3
    times = {round(game["at"], 3) for game in listed["games"]}
    assert {round(path.stat().st_mtime, 3) for path in out.iterdir()} <= times
    back = run("history", "import", "--history", file, str(out), "--json")
    assert json.loads(back.stdout)["added"] == 0  # the same games
    number = listed["games"][0]["id"]
    assert run("history", "delete", "--history", file, str(number)).stdout == "1 game deleted\n"
    assert sentence("history", "delete", "--history", file, str(number)) == (
        f"the history has no game {number}"
    )
    assert "is not a day" in sentence("history", "list", "--history", file, "--since", "today")


def test_an_empty_history_says_so(tmp_path: Path) -> None:
    file = str(tmp_path / "history.db")
    run("history", "import", "--history", file, str(tmp_path))
    assert run("history", "list", "--history", file).stdout == "No games.\n"
    assert run("history", "stats", "--history", file).stdout == "0 games counted\n"


def test_studies_are_exported_and_imported_once(tmp_path: Path) -> None:
    file, other, out = (str(tmp_path / name) for name in ("a.db", "b.db", "out"))
    study = study_of_lesson(lesson("one-two"))
    Studies(History(Path(file))).create(study)
    run("history", "export", "--history", file, "--studies", out)
    for words in ("0 games and 1 study added", "0 games added"):
        assert run("history", "import", "--history", other, out).stdout == f"{words}\n"
    link = link_of_study(study)
    assert run("history", "import", "--history", other, link).stdout == "0 games added\n"
    (row,) = Studies(History(Path(other))).every()
    assert Studies(History(Path(other))).study(row.id) == study
