"""README.md stays a front page, and the lists that it links to are complete.

Its session and commands are run with those of all pages, in ``tests/docs``; what it says about the
first visit is checked in ``packages/sapper-workbench/tests/web/test_page_first_visit.py``.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
from pathlib import Path

import pytest

from sapper.cli import VERBS
from sapper.game import Position
from sapper.notation import open_deals
from sapper.players import RECIPES, STRATEGIES
from tests.docs.pages import fences
from tests.sources import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_front_page_has_fewer_than_120_lines() -> None:
    assert len(README.splitlines()) < 120


def test_the_two_commands_stay() -> None:
    play, check = fences(ROOT / "README.md", "sh")[:2]
    assert play.startswith("git clone ")
    assert play.endswith("./uvw run sapper serve --open\n")
    assert check == "./check\n"


def test_it_begins_with_five_verbs() -> None:
    verbs = re.findall(r"sapper ([\w-]+)", fences(ROOT / "README.md", "sh")[2])
    assert len(set(verbs)) == 5
    assert set(verbs) <= set(VERBS)


def test_the_session_has_eight_lines() -> None:
    (session,) = fences(ROOT / "README.md", "python")
    assert len(doctest.DocTestParser().get_examples(session)) == 8


def test_every_verb_is_named() -> None:
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| `sapper ([\w-]+)` \|", page, re.M)
    assert sorted(named) == sorted(VERBS)


def test_every_named_player_is_in_the_table() -> None:
    page = (ROOT / "docs" / "players.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([a-z0-9-]+)` \| `([^`]+)` \|", page, re.M))
    assert rows == RECIPES
    assert all(strategy in " ".join(rows.values()) for strategy in STRATEGIES)


def test_examples_of_text_forms_are_read(tmp_path: Path) -> None:
    position, deals = fences(ROOT / "docs" / "positions.md", "text")
    assert str(Position.parse(position)) == position.rstrip()
    (tmp_path / "deals").write_text(deals)
    assert len(list(open_deals(tmp_path / "deals"))) == 2


def test_the_map_of_the_tests_names_what_there_is() -> None:
    """Every path in ``tests/README.md`` exists."""
    text = (ROOT / "tests" / "README.md").read_text(encoding="utf-8")
    paths = set(re.findall(r"[\w/-]*tests/[\w/]+(?:\.py)?", text))
    assert len(paths) > 15
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_a_checkout_is_installed_into_an_environment_that_was_made_before() -> None:
    """Debian's pip refuses to install anything elsewhere (PEP 668)."""
    installed = [
        block
        for kind in ("sh", "text")
        for block in fences(ROOT / "docs" / "install.md", kind)
        if re.search(r"pip install '?\./", block)
    ]
    assert installed
    for block in installed:
        assert "python3 -m venv" in block.partition("pip install")[0]


@pytest.mark.skipif(os.name != "posix", reason="uvw is a script for sh")
@pytest.mark.parametrize("chosen", ["", "false"])
def test_uv_trusts_the_certificates_of_the_system_unless_the_caller_chooses(
    chosen: str, tmp_path: Path
) -> None:
    uv = tmp_path / "uv"
    uv.write_text('#!/bin/sh\ncase $1 in --version) echo "uv 99.0" ;; *) env ;; esac\n')
    uv.chmod(0o755)
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "HOME": str(tmp_path)}
    environment |= {"UV_SYSTEM_CERTS": chosen} if chosen else {}
    done = subprocess.run(
        ["sh", str(ROOT / "uvw"), "run"], env=environment, capture_output=True, text=True
    )
    lines = done.stdout.splitlines()
    assert f"UV_SYSTEM_CERTS={chosen or 'true'}" in lines, done.stderr
    assert f"UV_NATIVE_TLS={chosen or 'true'}" in lines
