"""The folders of the user's data: where the system expects them, or where a variable says."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from sapper.files import data_folder, state_folder


def test_a_variable_with_an_absolute_path_names_the_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "sapper"


@pytest.mark.skipif(sys.platform != "linux", reason="the folders of Linux")
@pytest.mark.parametrize("named", [None, "", "relative"])
def test_without_one_the_folders_are_those_of_the_system(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, named: str | None
) -> None:
    for variable in ("XDG_DATA_HOME", "XDG_STATE_HOME"):
        if named is None:
            monkeypatch.delenv(variable)
        else:
            monkeypatch.setenv(variable, named)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_folder() == tmp_path / ".local" / "share" / "sapper"
    assert state_folder() == tmp_path / ".local" / "state" / "sapper"
