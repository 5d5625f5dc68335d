"""Bounds on perfect play: both improve while the search lasts."""

from __future__ import annotations

import pytest

from sapper.arena import Interrupted
from sapper_lab.bounds import BoundsState
from sapper_lab.bounds.bounds import bounds

pytestmark = pytest.mark.kernel


def test_an_interrupted_search_keeps_what_it_found_for_both_bounds() -> None:
    """Of the 10,000 deals of swift, few are played before the upper bound is searched."""

    def stop(state: BoundsState) -> None:
        if state.high < 1.0:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        bounds("intermediate", progress=stop)
    found = caught.value.result
    assert found.interrupted
    assert found.games < 10_000
    assert 0.0 < found.low < found.high < 1.0


def test_the_lower_bound_is_finished_even_if_the_upper_one_is_known_sooner() -> None:
    assert bounds("3x2x2", deals=3_000).games == 3_000
