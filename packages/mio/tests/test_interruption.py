"""An interruption ends learning wherever it comes, with what was learned until then."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from mio import (
    Background,
    Examples,
    Folder,
    LearningSettings,
    Sampler,
    learn,
    learn_actively,
    learn_folder,
    parse_declarations,
    read_folder,
    together,
)
from mio_bench.tasks import Family
from mio_bench.tasks.boards import chess
from mio_bench.tasks.lists import lists
from mio_bench.tasks.people import trains
from task_folders import generated

#: Polls after the first that reports an interruption: searches end one after the other, each at
#: its next poll.
AFTER = 60


class Poll:
    """Counts the polls, and reports an interruption from the ``first`` on."""

    def __init__(self, first: float = float("inf")) -> None:
        self.first, self.count = first, 0

    def __call__(self) -> bool:
        self.count += 1
        return self.count > self.first


def task(family: Family, name: str, path: Path) -> Folder:
    """Return a development task of the benchmarks."""
    return read_folder(generated(family, name).write(path), LearningSettings(seconds=600))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("family", "name"), [(chess, "chess-check"), (trains, "train-pair"), (lists, "list-last")]
)
def test_learning_ends_soon_after_an_interruption_at_any_poll(
    family: Family, name: str, tmp_path: Path
) -> None:
    read = task(family, name, tmp_path)
    poll = Poll()
    whole = learn_folder(read, interrupted=poll).learned
    assert whole.finished
    for share in (0, 0.1, 0.3, 0.6, 0.9):
        first = int(share * poll.count)
        ended = Poll(first)
        learned = learn_folder(read, interrupted=ended).learned
        assert ended.count - first <= AFTER
        assert learned.explored <= whole.explored
        assert learned.train.accuracy >= min(0.5, learned.train.majority)


def test_searches_poll_between_their_clauses(tmp_path: Path) -> None:
    poll = Poll()
    learned = learn_folder(task(chess, "chess-check", tmp_path), interrupted=poll).learned
    assert poll.count >= learned.explored / 20


def test_no_seconds_learn_nothing(tmp_path: Path) -> None:
    """As an analysis without seconds ends with what takes no time."""
    read = task(chess, "chess-check", tmp_path)
    learned = learn_folder(
        read_folder(tmp_path / "chess-check", LearningSettings(seconds=0))
    ).learned
    assert not learned.finished
    assert learned.train.majority == learned.train.accuracy or not learned.theory
    assert len(read.examples) > 0


def test_an_interrupted_server_says_so() -> None:
    known = Background("small(1). small(2). odd(1). odd(3).")
    modes = parse_declarations("t(+n)", "small(+n)", "odd(+n)")
    poll = Poll(30)
    server = Sampler(
        known, lambda chance: ((chance.below(4),), chance.random() < 0.5), interrupted=poll
    )
    first = Examples(((1,), (2,)), ((3,),))
    found = learn_actively(known, modes, server, first, LearningSettings(), interrupted=poll)
    assert found.end == "stopped"
    (note,) = together([found]).notes
    assert note.startswith("t: stopped after ")


def test_shares_of_the_time_do_not_depend_on_the_speed_of_the_computer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Stages end after a share of the work, which is counted in steps."""
    chance = random.Random(5)
    rows = [tuple(chance.randrange(9) for _ in range(3)) for _ in range(120)]
    facts = [f"has(c{i},{n},{v})." for i, row in enumerate(rows) for n, v in enumerate(row)]
    names = [(f"c{i}",) for i in range(len(rows))]
    examples = Examples(tuple(names[::2]), tuple(names[1::2]))
    declared = parse_declarations(
        "f(+case)", "has(+case,-place,-value)", "has(+case,#place,#value)"
    )
    found = []
    for speed in (0.0, 0.3):
        monkeypatch.setattr(time, "thread_time", lambda speed=speed: speed * time.process_time())
        settings = LearningSettings(seconds=0.1)
        learned = learn(Background("\n".join(facts)), declared, examples, settings, auto=True)
        found.append((learned.theory, learned.explored))
    assert found[0] == found[1]
