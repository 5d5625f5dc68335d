"""Readers of Prolog and bias files meet any text: they read it in a time proportional to its
length, and raise nothing but ``MioError``."""

from __future__ import annotations

import random
import time
from contextlib import suppress

import pytest

from mio import Folder, MioError, read_task
from mio.language import read
from task_damage import TASKS, damaged

LEARNABLE = {
    "bk.pl": "p(1). p(2). q(1).\n",
    "exs.pl": "pos(t(1)). pos(t(2)). neg(t(3)).\n",
    "bias.pl": "head_pred(t,1). body_pred(p,1). body_pred(q,1).\n",
}
#: What to repeat, after what, in which file; each was once quadratic, or is built to be so.
REPEATED = {
    "empty lines": ("bias.pl", "", "\n"),
    "empty lines of a directive": ("bias.pl", ":-", "\n"),
    "full stops": ("bk.pl", "", ". "),
    "declarations": ("bias.pl", "", "body_pred(q,1). "),
    "other declarations": ("bias.pl", "", "body_pred(q{},1). "),
    "quotations not closed": ("bk.pl", "", '\\".'),
    "comments not closed": ("bk.pl", "", "/*.\n"),
    "comments in facts": ("bk.pl", "", "f(%).\n"),
    "counts": ("bias.pl", "", ":-#count{{V:"),
    "types of a count": ("bias.pl", ":-#count{V:", "var_type(C,V,t),"),
    "digits": ("bk.pl", "q(", "1"),
    "hexadecimal digits": ("bk.pl", "q(0x", "f"),
    "items": ("bk.pl", "q([", "1,"),
    "variables": ("bk.pl", "q([", "X{},"),
    "goals": ("bk.pl", "q(X) :- ", "q(X),"),
    "operators": ("bk.pl", "q(X) :- X = 1", " + 1"),
    "parentheses": ("bk.pl", "", "("),
    "clauses": ("bk.pl", "", "q(X) :- p(X).\n"),
    "unknown examples": ("exs.pl", "", "pos(u(1)). "),
    "equal examples": ("exs.pl", "", "pos(t(3)). "),
}
SHORT, LONG = 10_000, 80_000  #: characters
MARGIN = 6  #: the larger text may take this many times as long as in proportion
FLOOR = 0.01  #: CPU seconds below which times are not compared


def read_files(files: dict[str, str]) -> Folder | None:
    """Read a task, or nothing if it is refused."""
    with suppress(MioError):
        return read_task(files.get)
    return None


def seconds(files: dict[str, str]) -> float:
    """Return the CPU time that reading a task takes, the shorter of two tries."""

    def taken() -> float:
        begun = time.thread_time()
        read_files(files)
        return time.thread_time() - begun

    return min(taken(), taken())


def repeated(name: str, first: str, unit: str, size: int) -> dict[str, str]:
    """Return a task in which one file goes on with a beginning and many copies of a unit."""
    more = "".join(unit.format(i) for i in range(size // len(unit)))
    return {**LEARNABLE, name: LEARNABLE[name] + first + more}


@pytest.mark.slow
@pytest.mark.parametrize("case", REPEATED)
def test_reading_takes_time_in_proportion_to_the_text(case: str) -> None:
    name, first, unit = REPEATED[case]
    short, long = (seconds(repeated(name, first, unit, size)) for size in (SHORT, LONG))
    assert long <= MARGIN * LONG / SHORT * max(short, FLOOR)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("bk.pl", "q(,b).\nq(\t\npᣲ"),
        ("bias.pl", f":- modeh(1, t({'+p' * 800}))."),
        ("bk.pl", f"p({'+p' * 800})."),
        ("bk.pl", f"p([{'X,' * 5000}X])."),
        ("bk.pl", f"p({'1' * 100_000})."),
    ],
    ids=["error after an error", "signs", "plus", "variables", "digits"],
)
def test_text_that_raised_other_exceptions(name: str, text: str) -> None:
    notices: list[str] = []
    assert read(text, name, notices) == []
    assert notices
    read_files({**LEARNABLE, name: text})


def test_statements_before_an_unreadable_one_are_kept() -> None:
    for text in ("p(1).\n'open", "p(1).\n/* open", "p(1).\n§"):
        notices: list[str] = []
        assert len(read(text, "bk.pl", notices)) == 1
        assert "bk.pl, line 2, column 1" in notices[0]


def test_many_unreadable_statements_are_counted() -> None:
    notices: list[str] = []
    read("p(. " * 1000, "bk.pl", notices)
    assert len(notices) == 101
    assert notices[-1] == "bk.pl: 900 more clauses left out"


def mutated(text: str, chance: random.Random) -> str:
    """Return a text with some parts deleted, repeated, swapped or replaced by other tokens."""
    for _ in range(chance.randint(1, 6)):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice((0, 1, 2, 5, 20)))
        part = chance.choice(
            (
                "",
                text[start:end] * chance.choice((2, 3, 300)),
                chance.choice(TOKENS),
                "".join(chance.choices(TOKENS, k=5)),
                text[chance.randrange(len(text) + 1) :][:20],
            )
        )
        text = text[:start] + part + text[end:]
    return text


TOKENS = (
    *("(", ")", "[", "]", "{", "}", "|", ",", ".", ". ", ".\n", "'", '"', "`", "%", "/*", "*/"),
    *(":-", "-->", "\\+", "->", ";", "!", "=..", "is", "+", "-", "#", "-#", "$", "\\", "^", "**"),
    *("0'", "0x", "1e9", "1.0e999", "0.5", "9" * 5000, "X", "_", "a", "[]", "{}", "''", "ᣲ", "\0"),
    *("modeh(1,", "modeb(*,", "determination(", "set(noise,", "head_pred(", "body_pred("),
    *("type(", "direction(", "max_body(", "#count{V:var_type(C,V,t)} != 1", "threshold(", "\t\n"),
    *("\u2028", "\ud800", "\r", "+p" * 300, "f(" * 300, "[X," * 300, "- " * 300, ":- dynamic "),
)


@pytest.mark.slow
def test_mutated_tasks_are_read_or_refused() -> None:
    chance = random.Random(50)
    for number in range(400):
        sound = chance.choice(TASKS) if number % 2 else damaged(number).files
        files = {name: contents.decode("latin-1") for name, contents in sound.items()}
        if files:
            name = chance.choice(sorted(files))
            files[name] = mutated(files[name], chance)
            read_files(files)
