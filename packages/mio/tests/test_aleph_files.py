"""Aleph's own files are read: x.b, x.f and x.n, the single file of SWI-Prolog's Aleph, and modes in
bk.pl."""

from __future__ import annotations

from pathlib import Path

import pytest

from mio import Acceptance, Folder, InputError, learn_folder, read_folder
from mio_command import run
from task_folders import write

MODES = """
:- modeh(1, east(+train)).
:- modeb(*, car(+train, -car)).
:- modeb(1, short(+car)).
:- modeb(1, colour(+car, #colour)).
:- determination(east/1, car/2).
:- determination(east/1, short/1).
:- determination(east/1, colour/2).
"""
FACTS = """
car(t1, c1). car(t2, c2). car(t3, c3). car(t4, c4). car(t1, c5).
short(c1). short(c2). short(c3).
colour(c1, red). colour(c2, red). colour(c3, blue). colour(c4, red). colour(c5, blue).
"""
POSITIVE, NEGATIVE = "east(t1). east(t2).", "east(t3). east(t4)."
RULE = "east(A) :- car(A,B), short(B), colour(B,red)."


def three(path: Path, modes: str = MODES, name: str = "train") -> Path:
    """Write x.b, x.f and x.n, and return x."""
    (path / f"{name}.b").write_text(modes + FACTS)
    (path / f"{name}.f").write_text(POSITIVE)
    (path / f"{name}.n").write_text(NEGATIVE)
    return path / name


def single(path: Path) -> Path:
    """Write a file of SWI-Prolog's Aleph, and return its path."""
    file = path / "train.pl"
    file.write_text(
        f":- use_module(library(aleph)).\n:- aleph.\n:- aleph_set(i, 2).\n{MODES}"
        f":-begin_bg.\n{FACTS}:-end_bg.\n"
        f":-begin_in_pos.\n{POSITIVE}\n:-end_in_pos.\n:-begin_in_neg.\n{NEGATIVE}\n:-end_in_neg.\n"
        "sees(X) :- car(X, _).\n"
    )
    return file


def theory(task: Folder) -> list[str]:
    """Return the clauses learned."""
    return [str(clause) for clause in learn_folder(task).theory]


@pytest.mark.parametrize("ending", ["", ".b", ".f", ".n", "folder"])
def test_the_three_files_are_named_in_any_way(tmp_path: Path, ending: str) -> None:
    stem = three(tmp_path)
    task = read_folder(tmp_path if ending == "folder" else f"{stem}{ending}")
    assert theory(task) == [RULE]
    assert task.notices == ()


def test_the_single_file_is_divided_into_its_sections(tmp_path: Path) -> None:
    for path in (single(tmp_path), tmp_path):
        task = read_folder(path)
        assert theory(task) == [RULE]
        assert task.settings.depth.levels == 2
        assert task.background.knows(("sees", 1))
        assert task.notices == ()


def test_modes_may_be_in_the_background(tmp_path: Path) -> None:
    """With a bias.pl that has none, or without one."""
    examples = "pos(east(t1)). pos(east(t2)). neg(east(t3)). neg(east(t4))."
    path = write(tmp_path, bk=MODES + FACTS, exs=examples, bias="% none")
    assert theory(read_folder(path)) == [RULE]
    (path / "bias.pl").unlink()
    task = read_folder(path)
    assert theory(task) == [RULE]
    assert not any("ignored" in notice for notice in task.notices)


def test_lines_are_those_of_the_file(tmp_path: Path) -> None:
    stem = three(tmp_path, MODES + "\n\n:- modeb(1, nowhere(+car)).\n")
    (notice,) = [one for one in read_folder(stem).notices if "nowhere" in one]
    assert notice.startswith("train.b, line 11: the mode nowhere(+car) is left out")


def test_the_command_takes_a_file(tmp_path: Path) -> None:
    assert RULE in run(str(three(tmp_path))).stdout
    (tmp_path / "one").mkdir()
    assert RULE in run(str(single(tmp_path / "one"))).stdout


def test_a_folder_with_several_tasks_asks_for_one(tmp_path: Path) -> None:
    three(tmp_path)
    three(tmp_path, name="other")
    with pytest.raises(InputError, match=r"several tasks: choose other\.b or train\.b"):
        read_folder(tmp_path)


def test_missing_parts_are_named(tmp_path: Path) -> None:
    stem = three(tmp_path)
    Path(f"{stem}.f").unlink()
    with pytest.raises(InputError, match=r"train\.f: no such file: it should hold the positive"):
        read_folder(stem)
    empty = tmp_path / "empty.pl"
    empty.write_text(MODES + FACTS)
    with pytest.raises(InputError, match="expected positive examples after :- begin_in_pos"):
        read_folder(empty)


@pytest.mark.parametrize(
    ("settings", "acceptance"),
    [
        (":- set(noise, 5).", Acceptance(negatives=5)),
        (":- set(noise, 0).", Acceptance()),
        (":- set(noise, 5). :- set(minacc, 0.75).", Acceptance(0.25, negatives=5)),
        (":- set(noise_share, 0.2). :- set(minpos, 2).", Acceptance(0.2, 2)),
    ],
)
def test_noise_is_a_number_of_negatives(
    tmp_path: Path, settings: str, acceptance: Acceptance
) -> None:
    task = read_folder(three(tmp_path, MODES + settings))
    assert task.settings.acceptance == acceptance
    assert task.notices == ()


def test_a_clause_may_cover_as_many_negatives_as_its_noise() -> None:
    five = Acceptance(negatives=5)
    assert five.consistent(1, 5)
    assert not five.consistent(100, 6)
    exact = Acceptance(0.25, negatives=5)
    assert exact.consistent(15, 5)
    assert not exact.consistent(14, 5)


def test_settings_without_a_meaning_are_named_together(tmp_path: Path) -> None:
    settings = ":- set(verbose, 1). :- set(search, heuristic). :- set(noise, 0.2)."
    task = read_folder(three(tmp_path, MODES + settings))
    assert task.notices == (
        "train.b, line 9: set(noise,0.2) is ignored: expected a number of negatives;"
        " a share of them is set(noise_share,0.2)",
        "train.b: these settings of Aleph have no meaning here: verbose and search",
    )


def test_mode_declares_for_head_and_body(tmp_path: Path) -> None:
    modes = MODES.replace("modeh", "mode").replace("modeb", "mode")
    assert theory(read_folder(three(tmp_path, modes))) == [RULE]


def test_of_several_heads_that_of_the_first_determination_counts(tmp_path: Path) -> None:
    task = read_folder(three(tmp_path, ":- modeh(1, west(+train)).\n" + MODES))
    assert theory(task) == [RULE]
    assert task.notices == ("train.b, line 1: the modeh of west(+train) is ignored",)
