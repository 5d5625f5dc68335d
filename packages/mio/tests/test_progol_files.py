"""Files of Progol are read, and tasks are written in the forms of Progol, Aleph and Popper."""

from __future__ import annotations

from pathlib import Path

import pytest

from mio import (
    InputError,
    NotationError,
    confusion,
    convert_task,
    learn_folder,
    parse_theory,
    read_folder,
)
from mio_bench.tasks import Family
from mio_bench.tasks.graphs import graphs
from mio_bench.tasks.numbers import thresholds
from mio_bench.tasks.people import trains
from mio_command import run, sentence
from task_folders import generated

TRAINS = """
% Michalski's trains, in Progol's form
:- set(c,3)?  :- set(i,2)?  :- set(h,40)?
:- modeh(1, east(+train))?
:- modeb(*, car(+train, -car))?
:- modeb(1, short(+car))?  :- modeb(1, colour(+car, #colour))?
train(t1). train(t2). train(t3). train(t4).
car(t1, c1). car(t2, c2). car(t3, c3). car(t4, c4). car(t1, c5).
short(C) :- length_of(C, L), L =< 4.
length_of(c1, 2). length_of(c2, 3). length_of(c3, 1). length_of(c4, 8). length_of(c5, 9).
colour(c1, red). colour(c2, red). colour(c3, blue). colour(c4, red). colour(c5, blue).
east(t1). east(t2).
:- east(t3).   :- east(t4).
"""


def progol(path: Path, text: str = TRAINS) -> Path:
    """Write a file of Progol, and return its path."""
    file = path / "train.pl"
    file.write_text(text)
    return file


def test_one_file_has_everything(tmp_path: Path) -> None:
    task = read_folder(progol(tmp_path))
    assert task.examples.positives == (("t1",), ("t2",))
    assert task.examples.negatives == (("t3",), ("t4",))
    assert (task.settings.length, task.settings.depth.levels) == (3, 2)
    assert str(learn_folder(task)) == "east(A) :- car(A,B), short(B), colour(B,red)."
    assert task.notices == ("train.pl: this setting of Aleph has no meaning here: h",)


def test_noise_is_a_percentage(tmp_path: Path) -> None:
    text = TRAINS.replace("set(h,40)", "set(noise,5)")
    assert read_folder(progol(tmp_path, text)).settings.acceptance.noise == 0.05


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (":- set(posonly)?", "learning from positive examples only"),
        (":- modeh(1, west(+train))?", "a second modeh"),
        (":- [more]?", "the directive [more]"),
        ("prune(_, B) :- long(B).", "pruning (prune/2)"),
        (":- east(T), west(T).", "the example :- east(T), west(T): expected a ground atom"),
        ("east(T) :- car(T, c9).", "the example east(T) :- car(T, c9): expected a ground atom"),
    ],
)  # fmt: skip
def test_what_is_not_supported_is_named_with_its_line(tmp_path: Path, line: str, said: str) -> None:
    file = progol(tmp_path, f"{TRAINS}\n{line}\n")
    with pytest.raises(InputError) as caught:
        read_folder(file)
    assert str(caught.value).startswith(f"train.pl, line 15: not supported: {said}")
    assert sentence(str(file)) == str(caught.value)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("car(t1, c1) car(t2, c2).", "column 13: expected"),
        ("short(c1)?", "column 1: expected :- before what ends with a question mark"),
        ("short(c1)", "column 1: expected a full stop or a question mark at the end"),
    ],
)
def test_what_cannot_be_parsed_is_named_with_its_line(tmp_path: Path, line: str, said: str) -> None:
    with pytest.raises(NotationError, match=rf"^train\.pl, line 15, {said}"):
        read_folder(progol(tmp_path, f"{TRAINS}\n{line}\n"))


@pytest.mark.parametrize("to", ["made.pl", "made.b", "made"])
@pytest.mark.parametrize(
    ("family", "name"),
    [(graphs, "graph-reach"), (thresholds, "threshold-weight"), (trains, "train-equal")],
)
def test_a_task_is_the_same_after_a_round_trip(
    tmp_path: Path, family: Family, name: str, to: str
) -> None:
    """Recursion, thresholds, and clauses in the background."""
    path = generated(family, name).write(tmp_path)
    convert_task(path, tmp_path / to)
    before, after = read_folder(path), read_folder(tmp_path / to)
    assert str(after.declared.head) == str(before.declared.head)
    assert set(after.declared.body) == set(before.declared.body)
    assert after.declared.recursive == before.declared.recursive
    assert after.examples == before.examples
    assert after.settings.length == before.settings.length
    assert (after.test is not None) == (to == "made")
    true = parse_theory((path / "theory.pl").read_text())
    right = [confusion(task.background, true, before.examples) for task in (before, after)]
    assert right[0] == right[1]


@pytest.mark.parametrize("to", ["made.pl", "made.b", "made"])
def test_a_predicate_that_begins_clauses_still_does_after_a_round_trip(
    tmp_path: Path, to: str
) -> None:
    bias = "head_pred(f,1). body_pred(hub,1). body_pred(r,2). type(f,(a,)). type(hub,(a,))."
    (tmp_path / "bias.pl").write_text(
        f"{bias} type(r,(a,a)). direction(f,(in,)). direction(hub,(out,)). direction(r,(in,in))."
    )
    (tmp_path / "bk.pl").write_text("hub(x). hub(y). r(1,x). r(2,y). r(3,z).")
    (tmp_path / "exs.pl").write_text("pos(f(1)). pos(f(2)). neg(f(3)).")
    convert_task(tmp_path, tmp_path / to)
    before, after = read_folder(tmp_path).declared, read_folder(tmp_path / to).declared
    assert list(map(str, before.sources)) == ["hub(-a)"]
    assert after.sources == before.sources
    assert set(after.body) == set(before.body)


def test_constants_have_no_place_in_the_form_of_popper(tmp_path: Path) -> None:
    file = progol(tmp_path)
    run(str(file), "--convert", str(tmp_path / "train.b"))
    assert str(learn_folder(read_folder(tmp_path / "train.b"))).endswith("colour(B,red).")
    assert sentence(str(file), "--convert", str(tmp_path / "made")) == (
        "the form of Popper has no constants, as in the mode colour(+car,#colour)"
    )


def test_progol_has_no_directives_in_the_background(tmp_path: Path) -> None:
    path = generated(graphs, "graph-reach").write(tmp_path)
    file = path / "bk.pl"
    file.write_text(f":- use_module(library(lists)).\n:- table reach/2.\n{file.read_text()}")
    with pytest.raises(InputError, match=r"^bk\.pl, line 2: Progol has no directive :- table"):
        convert_task(path, tmp_path / "made.pl")
