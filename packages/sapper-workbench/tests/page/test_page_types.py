"""The types of the page: what the server describes is declared, and a wrong field is found."""

from __future__ import annotations

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from tests.sources import ROOT


@pytest.fixture(scope="module")
def types() -> ModuleType:
    """The program behind the step “types of the page”."""
    spec = spec_from_file_location("page_types", ROOT / "tools" / "page_types.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_type_that_an_answer_names_is_declared(types: ModuleType) -> None:
    text = "\n".join(types.declarations())
    declared = set(re.findall(r"^  (?:type|interface) (\w+)", text, re.MULTILINE))
    unquoted = re.sub(r'"[^"]*"', "", text)
    named = set(re.findall(r"\b[A-Z]\w*(?=\[| \||;|\)|,| \})", unquoted)) - {"Api", "Record"}
    assert named
    assert named <= declared


@pytest.mark.parametrize(
    ("schema", "written"),
    [
        ({"type": "integer"}, "number"),
        ({"enum": ["won", "lost"]}, '"won" | "lost"'),
        ({"anyOf": [{"$ref": "#/components/schemas/Board"}, {"type": "null"}]}, "Board | null"),
        ({"type": "array", "items": {"type": "string"}}, "(string)[]"),
        ({"type": "array", "prefixItems": [{"type": "integer"}] * 2}, "[number, number]"),
        ({"type": "object", "additionalProperties": {"type": "number"}}, "Record<string, number>"),
        ({"type": "object", "properties": {"at": {"type": "number"}}}, "{ at: number; }"),
        ({}, "any"),
    ],
)
def test_a_schema_is_written_as_a_type(
    types: ModuleType, schema: dict[str, object], written: str
) -> None:
    assert types.type_of(schema) == written


def test_without_npm_the_check_is_skipped_in_one_line(
    types: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(types, "BUILD", tmp_path)
    monkeypatch.setattr(types, "CHECKER", tmp_path / "tsc")
    monkeypatch.setattr(types.shutil, "which", lambda name: None)
    assert types.main() == 0
    assert capsys.readouterr().out == "skipped: node and npm are not installed\n"
