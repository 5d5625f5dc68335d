"""docs/limited.md says what is true: its file, its session, its lists."""

from __future__ import annotations

import doctest
import re

import pytest

from limited_belief import EXAMPLES, Session, Vocabulary, parse_file, parse_formula
from limited_belief.language import RESERVED
from tests.sources import ROOT

PAGE = (ROOT / "docs" / "limited.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^ *```{language}\n(.*?)^ *```", PAGE, re.M | re.S)


def test_its_file_has_the_answers_it_expects() -> None:
    text = blocks("text")[0]
    session = Session()
    results = list(session.run(session.read(text)))
    assert len(results) == 5
    assert all(result.ask.expected is not None and result.as_expected for result in results)
    levels = [result.answer.level for result in results if result.searched and result.answer]
    assert levels == [1]


def test_its_session_is_what_python_answers() -> None:
    (text,) = blocks("python")
    test = doctest.DocTestParser().get_doctest(text, {}, "limited.md", "limited.md", 0)
    assert len(test.examples) == 6
    report: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert not "".join(report)


def test_every_example_and_every_word_is_named() -> None:
    for word in (*EXAMPLES, *RESERVED, "K", "M", "B", "inf"):
        assert re.search(rf"`[^`\n]*(?<![\w-]){re.escape(word)}(?![\w-])[^`\n]*`", PAGE), word


def test_operators_bind_as_documented() -> None:
    words = Vocabulary()
    parse_file("predicate p, q, r", words)
    for loose, tight in (
        ("not p and q", "(not p) and q"),
        ("p or q and r", "p or (q and r)"),
        ("p -> q or r", "p -> (q or r)"),
        ("p -> q -> r", "p -> (q -> r)"),
        ("p -> q <-> r", "(p -> q) <-> r"),
        ("K<1> p or q", "(K<1> p) or q"),
    ):
        assert parse_formula(loose, words) == parse_formula(tight, words)


@pytest.mark.parametrize("number", range(len(blocks("believe"))))
def test_examples_and_solutions_have_the_answers_they_expect(number: int) -> None:
    session = Session()
    results = list(session.run(session.read(blocks("believe")[number])))
    assert len(results) >= 2
    for result in results:
        assert result.answer is not None
        assert result.ask.expected is not None
        assert result.as_expected, str(result.answer)
