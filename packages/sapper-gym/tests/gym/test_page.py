"""The page on environments says what they do."""

import doctest

import gymnasium

import sapper_gym
from sapper_gym import Rewards
from tests.sources import ROOT

PAGE = ROOT / "docs" / "gym.md"


def test_the_example_of_the_package_is_so() -> None:
    tried = doctest.testmod(sapper_gym)
    assert tried.attempted
    assert not tried.failed


def test_the_page_names_every_environment_and_reward() -> None:
    page = PAGE.read_text(encoding="utf-8")
    names = [name for name in gymnasium.registry if name.startswith("sapper/")]
    assert len(names) == 2
    for word in (*names, *Rewards.__dataclass_fields__):
        assert f"`{word}`" in page
