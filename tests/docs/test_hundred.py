"""The page of a hundred explanations is what the program prints."""

from __future__ import annotations

import runpy
from itertools import islice

import pytest

from tests.sources import ROOT

HUNDRED = runpy.run_path(str(ROOT / "docs" / "hundred.py"))
PAGE = (ROOT / "docs" / "hundred.md").read_text(encoding="utf-8")


def test_the_page_begins_with_what_the_program_prints() -> None:
    assert PAGE.startswith("\n".join(islice(HUNDRED["page"](), 12)))


@pytest.mark.slow
def test_the_whole_page_is_what_the_program_prints() -> None:
    assert "\n".join(HUNDRED["page"]()) == PAGE
