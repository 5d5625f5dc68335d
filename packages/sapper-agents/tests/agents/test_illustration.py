"""Rules on boards: what a figure says is true, and only that rule says it."""

import pytest

from sapper.game import FLAGGED
from sapper.inference import analyse
from sapper_agents.learner import illustrated
from sapper_agents.mio import THEORIES, RuleView
from sapper_agents.mio.mio import rules


@pytest.mark.parametrize("theory", THEORIES)
def test_a_figure_shows_its_rule(theory: str) -> None:
    known = rules(theory)
    for number, rule in enumerate(known):
        figure = illustrated(rule, known[:number])
        assert figure is not None
        assert figure.rule == rule.name
        position = figure.position
        assert position.grid.size <= 36
        analysis = analyse(position)
        certain = analysis.safe if figure.verdict == "safe" else analysis.certain_mines
        assert figure.tile in certain  # by counting, which knows no rules
        flagged = {position.grid.cell(i) for i, c in enumerate(position.cells) if c == FLAGGED}
        assert flagged <= set(analysis.certain_mines)
        view = RuleView(position)
        index = position.grid.index(figure.tile)
        simpler = [one for one in known[:number] if one.target == rule.target]
        assert all(index not in one.firings(view) for one in simpler)
        assert figure.clues
        assert all(position[clue] < 9 for clue in figure.clues)
        assert any(figure.tile in named.cells for named in figure.named)
        for named in figure.named:
            if named.mines is None:
                assert named.cells[0] in figure.clues


def test_a_seed_always_gives_the_same_figure() -> None:
    rule = rules("paper")[2]
    assert illustrated(rule, seed=4) == illustrated(rule, seed=4)
