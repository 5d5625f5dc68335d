"""``SAPPER_LOG`` switches the log on, for this process and its workers."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from sapper.errors import InputError
from sapper.logs import VARIABLE, configure_logging


def test_every_decision_is_logged() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sapper", "play", "--player", "csp", "--seed", "2", "--quiet"],
        env={**os.environ, VARIABLE: "debug"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0
    assert "sapper.players: 1: corner decides open [0, 0]" in done.stderr
    assert "sapper.players" not in done.stdout


def test_an_unknown_level_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "loud")
    with pytest.raises(InputError, match="SAPPER_LOG=loud: expected debug, info, warning or error"):
        configure_logging()


def test_nothing_is_configured_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    configure_logging()
