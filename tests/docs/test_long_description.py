"""What a package index shows: the README, with no link that leads nowhere there."""

from __future__ import annotations

import re
import tomllib
from importlib.util import module_from_spec, spec_from_file_location

from tests.conftest import ROOT
from tests.docs.pages import DOCS

spec = spec_from_file_location("long_description", DOCS / "long_description.py")
assert spec is not None
assert spec.loader is not None
module = module_from_spec(spec)
spec.loader.exec_module(module)

README = (ROOT / "README.md").read_text(encoding="utf-8")
LINKS = re.compile(r"\]\(([^)]*)\)")


def test_without_a_public_address_nothing_relative_is_left() -> None:
    shown = module.long_description(README, None)
    assert all(link.startswith("https://") for link in LINKS.findall(shown))
    assert "![" not in shown
    assert "The first game explains your first hint," in " ".join(shown.split())


def test_with_a_public_address_every_link_is_absolute() -> None:
    shown = module.long_description(README, "https://example.org/sapper/")
    assert len(LINKS.findall(shown)) == len(LINKS.findall(README))
    assert all(link.startswith("https://") for link in LINKS.findall(shown))
    assert "(https://example.org/sapper/raw/main/docs/screens/play.png)" in shown
    assert "(https://example.org/sapper/blob/main/docs/start.md)" in shown


def test_the_package_is_built_with_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["dynamic"] == ["readme"]
    assert "readme" not in project
    assert "long_description=long_description(" in (ROOT / "setup.py").read_text()
