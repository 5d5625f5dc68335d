"""The learner, watched: its events are what happens."""

import pytest

from sapper.errors import InputError
from sapper.inference import analyse
from sapper_agents.learner import (
    FoundRule,
    LearningEvent,
    SearchProgress,
    ShownExample,
    illustrated_clause,
    learn_minesweeper,
)
from sapper_agents.mio import Rule, RuleView


class EnoughError(Exception):
    """Raised by those who have seen enough."""


def covers(rule: Rule, example: ShownExample) -> bool:
    """Whether a rule is true of an example, by the players' joins, which learning does not use."""
    position = example.position
    view = RuleView(position)
    return position.grid.index(example.cell) in rule.firings(view)


@pytest.mark.slow
def test_a_lesson_is_told_as_it_happens() -> None:
    events: list[LearningEvent] = []

    def tell(news: LearningEvent) -> None:
        events.append(news)
        if isinstance(news, ShownExample) and news.counter:
            raise EnoughError

    with pytest.raises(EnoughError):
        learn_minesweeper(tell, seed=1)
    *before, last = events
    assert {type(news) for news in before} == {ShownExample, SearchProgress, FoundRule}
    shown = [news for news in events if isinstance(news, ShownExample)]
    for example in shown:
        found = analyse(example.position)
        assert example.cell in (found.safe if example.positive else found.certain_mines)
    first = shown[:40]
    assert before[:40] == first
    assert sum(example.positive for example in first) == 20
    rules = [news for news in before if isinstance(news, FoundRule)]
    for news in rules:
        rule = Rule("", news.clause)
        covered = [example for example in first if covers(rule, example)]
        assert news.positives == sum(example.positive for example in covered)
        assert news.negatives == len(covered) - news.positives
        assert illustrated_clause(news.clause, news.simpler, seed=1) is not None
        assert news.explored > 0
    assert isinstance(last, ShownExample)
    kept = [Rule("", news.clause) for news in rules if news.kept]
    if last.positive:  # no rule that was kept covers it, or it would be no counterexample
        assert not any(covers(rule, last) for rule in kept)


def test_an_unknown_search_is_refused() -> None:
    with pytest.raises(InputError, match="unknown search 'guess'"):
        learn_minesweeper(lambda news: None, search="guess")  # type: ignore[arg-type]
