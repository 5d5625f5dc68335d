"""README.md is true: its lists of verbs and players, and the text forms.

Its session and commands are run with those of all pages, in ``tests/docs``.
"""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from sapper.cli import VERBS
from sapper.game import Position
from sapper.notation import open_deals
from sapper.players.recipes import RECIPES, STRATEGIES
from tests.conftest import ROOT
from tests.docs.pages import fences

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_session_has_eight_lines() -> None:
    (session,) = fences(ROOT / "README.md", "python")
    assert len(doctest.DocTestParser().get_examples(session)) == 8


def test_every_verb_is_named() -> None:
    for verb in VERBS:
        assert f"| `sapper {verb}` |" in README


def test_every_named_player_is_in_the_table() -> None:
    rows = dict(re.findall(r"^\| `([a-z0-9-]+)` \| `([^`]+)` \|", README, re.M))
    assert rows == RECIPES
    assert all(strategy in " ".join(rows.values()) for strategy in STRATEGIES)


def test_examples_of_text_forms_are_read(tmp_path: Path) -> None:
    position, deals = fences(ROOT / "docs" / "positions.md", "text")
    assert str(Position.parse(position)) == position.rstrip()
    (tmp_path / "deals").write_text(deals)
    assert len(list(open_deals(tmp_path / "deals"))) == 2
