"""The example files: lessons whose answers come out as they say."""

from __future__ import annotations

import pytest

from limited_belief import EXAMPLES, InputError, Session, example, parse_file
from limited_belief.language import Ask


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_answer_is_the_expected_one(name: str) -> None:
    session = Session(seconds=300)
    results = list(session.run(session.read(example(name))))
    assert len(results) >= 9
    assert all(result.ask.expected is not None for result in results)
    assert {result.ask.expected for result in results} == {True, False}
    for result in results:
        assert result.answer is not None
        assert result.as_expected, str(result.answer)


@pytest.mark.parametrize("name", EXAMPLES)
def test_it_prints_back(name: str) -> None:
    file = parse_file(example(name))
    assert parse_file(str(file)) == file
    assert str(parse_file(str(file))) == str(file)
    assert any(isinstance(statement, Ask) for statement in file.statements)


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_it_knows_is_consistent(name: str) -> None:
    session = Session()
    list(session.run(session.read(example(name).split("\nask")[0])))
    assert not session.knowledge.contradictory(seconds=100)


def test_an_unknown_example_is_an_error() -> None:
    with pytest.raises(InputError, match="unknown example 'murder': expected rich-father"):
        example("murder")
