"""A thread keeps its last few workspaces, unless they have become large."""

from concurrent.futures import ThreadPoolExecutor
from itertools import count

from sapper.inference import MAX_WORKSPACE_BYTES, MAX_WORKSPACES, ThreadCache


def kept(sizes: dict[int, int]) -> ThreadCache[int, tuple[int, int]]:
    """Workspaces that are their key and the number of those made before; sizes by number."""
    made = count()
    return ThreadCache(lambda key: (key, next(made)), lambda one: sizes.get(one[1], 0))


def test_the_last_few_are_kept() -> None:
    workspaces = kept({})
    first = [workspaces.of(key) for key in range(MAX_WORKSPACES)]
    assert [workspaces.of(key) for key in range(MAX_WORKSPACES)] == first
    workspaces.of(MAX_WORKSPACES)
    assert workspaces.of(1) == first[1]
    assert workspaces.of(0) != first[0]


def test_a_large_one_is_made_again_after_another_was_asked_for() -> None:
    workspaces = kept({0: MAX_WORKSPACE_BYTES + 1})
    large = workspaces.of(0)
    assert workspaces.of(0) == large
    workspaces.of(1)
    assert workspaces.of(0) != large


def test_threads_share_none() -> None:
    workspaces = kept({})
    here = workspaces.of(0)
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(workspaces.of, 0).result() != here
    assert workspaces.of(0) == here
