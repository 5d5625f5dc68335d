"""Classes: who sees what, what is kept, what is deleted, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sapper.errors import InputError, MissingError
from sapper.game import Position
from sapper.inference import analyse
from sapper_workbench.study import CLASSES_FILE, MAX_PUPILS, Classes, lesson, task_of_puzzles
from tests.web.served import LIMITS, Client, post, served

LESSON = "one-one"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with served(tmp_path, LIMITS, history=True) as client:
        yield client


def new_class(client: Client, **task: Any) -> tuple[str, str, int]:
    """The secret of a teacher, the code for pupils, and the number of a task that was assigned."""
    teacher = post(client, "/api/classes", 201, name="Class 7b")["secret"]
    found = post(client, "/api/classes/assign", teacher=teacher, **task)
    return teacher, found["code"], found["tasks"][0]["id"]


def joined(client: Client, code: str, name: str) -> str:
    """The secret of a new pupil."""
    secret: str = post(client, "/api/classes/join", code=code, name=name)["secret"]
    return secret


def right_cells(exercise: dict[str, Any]) -> list[list[int]]:
    """The cells of the board of an exercise that are certainly safe."""
    board = exercise["board"]
    rows = [
        board["cells"][i : i + board["width"]]
        for i in range(0, len(board["cells"]), board["width"])
    ]
    head = f"{board['width']}x{board['height']}x{board['mines']}"
    text = "\n".join([head, *("".join(row) for row in rows)])
    return [list(cell) for cell in analyse(Position.parse(text)).safe]


def test_a_teacher_sees_what_each_pupil_solved_and_pupils_only_their_own(client: Client) -> None:
    teacher, code, task = new_class(client, puzzles=3)
    ann, bob = joined(client, code, "Ann"), joined(client, code, "Bob")
    opened = post(client, "/api/classes/task", pupil=ann, task=task)
    assert opened["solved"] == [None, None, None]
    asked = {"task": task, "exercise": 0}
    [cell, *_] = right_cells(opened["exercises"][0])
    assert post(client, "/api/classes/answer", pupil=ann, cells=[cell], **asked)["right"]
    shown = post(client, "/api/classes/answer", pupil=bob, cells=[], **asked)
    assert shown["solution"]
    assert post(client, "/api/classes/answer", pupil=bob, cells=[cell], **asked)["right"]
    found = post(client, "/api/classes/teach", teacher=teacher)
    solved = {pupil["name"]: pupil["solved"][0] for pupil in found["pupils"]}
    assert solved == {"Ann": ["first", None, None], "Bob": ["shown", None, None]}
    own = post(client, "/api/classes/work", pupil=bob)
    assert [pupil["name"] for pupil in own["pupils"]] == ["Bob"]
    assert own["code"] == own["token"] == ""


def test_a_wrong_try_before_the_right_one_is_remembered(client: Client) -> None:
    teacher, code, task = new_class(client, puzzles=1)
    ann = joined(client, code, "Ann")
    [exercise] = post(client, "/api/classes/task", pupil=ann, task=task)["exercises"]
    board, safe = exercise["board"], right_cells(exercise)
    cells = [divmod(i, board["width"]) for i, code in enumerate(board["cells"]) if code == "H"]
    wrong = next(list(cell) for cell in cells if list(cell) not in safe)
    for cell, right in ((wrong, False), (safe[0], True)):
        body = {"pupil": ann, "task": task, "exercise": 0, "cells": [cell]}
        assert post(client, "/api/classes/answer", **body)["right"] == right
    [pupil] = post(client, "/api/classes/teach", teacher=teacher)["pupils"]
    assert pupil["solved"] == [["later"]]


def test_classes_survive_a_restart(tmp_path: Path) -> None:
    with served(tmp_path, LIMITS) as client:
        teacher, code, task = new_class(client, lesson=LESSON)
        ann = joined(client, code, "Ann")
        post(client, "/api/classes/answer", pupil=ann, task=task, exercise=0)
    with served(tmp_path, LIMITS) as client:
        [pupil] = post(client, "/api/classes/teach", teacher=teacher)["pupils"]
        assert pupil["name"] == "Ann"
        assert pupil["solved"][0][0] == "shown"
        assert post(client, "/api/classes/work", pupil=ann)["tasks"][0]["id"] == task


def test_names_are_deleted_on_request(client: Client, tmp_path: Path) -> None:
    teacher, code, _ = new_class(client, puzzles=1)
    ann = joined(client, code, "Ann Unforgettable")
    joined(client, code, "Bob Unforgettable")
    post(client, "/api/classes/leave", pupil=ann)
    assert client.post("/api/classes/work", json={"pupil": ann}).status_code == 404
    [bob] = post(client, "/api/classes/teach", teacher=teacher)["pupils"]
    assert bob["name"] == "Bob Unforgettable"
    left = post(client, "/api/classes/remove", teacher=teacher, pupil=bob["id"])
    assert left["pupils"] == []
    post(client, "/api/classes/remove", teacher=teacher)
    assert client.post("/api/classes/teach", json={"teacher": teacher}).status_code == 404
    for part in tmp_path.glob(f"{CLASSES_FILE}*"):
        assert b"Unforgettable" not in part.read_bytes()


def test_a_pupil_who_leaves_a_shared_browser_cannot_be_impersonated(client: Client) -> None:
    teacher, code, task = new_class(client, lesson=LESSON)
    ann = joined(client, code, "Ann")
    post(client, "/api/classes/answer", pupil=ann, task=task, exercise=0)
    post(client, "/api/classes/leave", pupil=ann, kept=True)
    for path, fields in (("work", {}), ("task", {"task": task}), ("leave", {})):
        refused = client.post(f"/api/classes/{path}", json={"pupil": ann, **fields})
        assert refused.status_code == 404
    [pupil] = post(client, "/api/classes/teach", teacher=teacher)["pupils"]
    assert (pupil["name"], pupil["solved"][0][0]) == ("Ann", "shown")


def test_the_file_has_no_secrets(client: Client, tmp_path: Path) -> None:
    teacher, code, _ = new_class(client, puzzles=1)
    ann = joined(client, code, "Ann")
    whole = b"".join(part.read_bytes() for part in tmp_path.glob(f"{CLASSES_FILE}*"))
    assert teacher.encode() not in whole
    assert ann.encode() not in whole
    assert b"Ann" in whole


def test_a_name_is_taken_whatever_its_case_and_a_class_is_full(tmp_path: Path) -> None:
    classes = Classes(tmp_path / CLASSES_FILE)
    teacher = classes.create("A class")
    code = classes.taught(teacher).code
    classes.join(code, "  Ann  Lee ")
    with pytest.raises(InputError, match="choose another one"):
        classes.join(code, "ANN LEE")
    for number in range(1, MAX_PUPILS):
        classes.join(code, f"Pupil {number}")
    with pytest.raises(InputError, match="full"):
        classes.join(code, "One more")
    assert len(classes.taught(teacher).pupils) == MAX_PUPILS


@pytest.mark.parametrize("name", ["", " \u202e ", "x" * 41])
def test_bad_names_are_refused(tmp_path: Path, name: str) -> None:
    classes = Classes(tmp_path / CLASSES_FILE)
    with pytest.raises(InputError, match="name of a class"):
        classes.create(name)


def test_an_owner_has_a_limited_number_of_classes(tmp_path: Path) -> None:
    classes = Classes(tmp_path / CLASSES_FILE)
    for _ in range(3):
        last = classes.create("A class", "here", most=3)
    with pytest.raises(InputError, match="too many classes"):
        classes.create("A class", "here", most=3)
    classes.create("A class", "there", most=3)
    classes.delete(last)
    classes.create("A class", "here", most=3)


def test_a_task_of_another_class_is_not_there(tmp_path: Path) -> None:
    """Nobody reads or changes a class through another one."""
    classes = Classes(tmp_path / CLASSES_FILE)
    one, other = classes.create("One"), classes.create("Other")
    classes.assign(one, task_of_puzzles(None, 1, 1))
    [(task, _)] = classes.taught(one).tasks
    stranger = classes.join(classes.taught(other).code, "Eve")
    with pytest.raises(MissingError):
        classes.task(stranger, task)
    with pytest.raises(MissingError):
        classes.add_try(stranger, task, 0, right=True, shown=False, done=True)
    with pytest.raises(MissingError):
        classes.remove_task(other, task)
    [pupil] = classes.taught(other).pupils
    with pytest.raises(MissingError):
        classes.remove_pupil(one, pupil.id)


def test_a_study_is_assigned_as_exercises(client: Client) -> None:
    study = post(client, "/api/studies", 201, lesson=LESSON)["id"]
    _, code, task = new_class(client, study=study)
    found = post(client, "/api/classes/task", pupil=joined(client, code, "Ann"), task=task)
    assert len(found["exercises"]) == len(lesson(LESSON).exercises)


def test_a_wrong_assignment_is_refused(client: Client) -> None:
    teacher = post(client, "/api/classes", 201, name="A class")["secret"]
    for task in ({}, {"lesson": "x"}, {"puzzles": 2, "theme": "x"}, {"lesson": "x", "study": 1}):
        answer = client.post("/api/classes/assign", json={"teacher": teacher, **task})
        assert answer.status_code in (400, 404)
    assert post(client, "/api/classes/teach", teacher=teacher)["tasks"] == []


def test_puzzles_of_one_seed_are_the_same() -> None:
    assert task_of_puzzles("1-1", 4, 7) == task_of_puzzles("1-1", 4, 7)
    assert task_of_puzzles("1-1", 4, 7) != task_of_puzzles("1-1", 4, 8)
