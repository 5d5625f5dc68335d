"""The pictures show the program's current answers."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

import pytest

from tests.docs.pages import DOCS, PAGES


def _module(name: str) -> ModuleType:
    spec = spec_from_file_location(name, DOCS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


pictures = _module("pictures")


DRAWN = [name for name in pictures.PICTURES if "/" in name]


@pytest.mark.parametrize("name", pictures.PICTURES)
def test_a_picture_is_current(name: str) -> None:
    drawn = pictures.PICTURES[name]()
    kept = (DOCS / name).read_text(encoding="utf-8")
    assert drawn == kept, "run ./uvw run python docs/pictures.py to redraw it"


@pytest.mark.parametrize("name", DRAWN)
def test_a_drawing_stands_alone_and_says_what_it_is(name: str) -> None:
    source = (DOCS / name).read_text(encoding="utf-8")
    root = ElementTree.fromstring(source)
    assert root.findtext("{http://www.w3.org/2000/svg}title")
    assert source.count("http") == 1, "only the namespace"
    assert "prefers-color-scheme:dark" in source


def test_every_drawing_is_on_a_page() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert {f"pictures/{file.name}" for file in DOCS.glob("pictures/*.svg")} == set(DRAWN)
    assert all(f"{name})" in text for name in DRAWN)
