"""Public classes and their methods: a value of another type, or out of range, is a SapperError.

Every constructor and method of ``sapper`` and ``sapper_gym`` is called with arguments that it
accepts but for one, which takes odd values in turn. An odd value may be accepted if the annotation
names its type, or if ``ACCEPTED`` lists the parameter.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sapper
import sapper_gym as gym
from sapper.errors import SapperError
from sapper.notation import NO_MARKS, read_link
from sapper_agents.planning import Budget
from sapper_lab import plots

TEXT = "4x3x2\nHHHH\n1221\n0000"
POSITION = sapper.Position.parse(TEXT)
GRID = sapper.Grid(4, 3)
DEAL = sapper.Deal.seeded(GRID, 3, seed=1)
RECORD = sapper.play("csp", DEAL).record
GAME = sapper.Game(DEAL)
MOVE = sapper.Move("open", (0, 1))
REASON = sapper.Reason("kind", "words")
DECISION = sapper.Decision(MOVE, "csp", REASON, 0.5)
any_of: Any = sapper

#: Odd values by their types in annotations.
ODD: tuple[tuple[Any, tuple[str, ...]], ...] = (
    (None, ("None", "object", "Any")),
    (-1, ("int", "float", "Real", "ArrayLike")),
    (99.5, ("float", "Real", "ArrayLike")),
    (float("nan"), ("float", "ArrayLike")),
    ("odd", ("str", "Path", "Literal")),
    (b"odd", ("bytes",)),
    ([object()], ("ArrayLike",)),
    ((1, 2, 3), ("tuple[int", "frozenset[int", "ArrayLike")),
    ({"odd": 2}, ("Mapping", "dict")),
    (object(), ("object", "Any")),
    (np.zeros(3), ("ArrayLike", "NDArray")),
)

#: Values of every public class.
VALUES: dict[str, Any] = {
    "Analysis": sapper.analyse(POSITION),
    "Analyses": sapper.analyse_many([POSITION]),
    "Candidates": sapper.candidates(POSITION, 5),
    "Chance": sapper.Chance(1),
    "Deal": DEAL,
    "Decision": DECISION,
    "Explanation": sapper.explain(POSITION, (0, 0)),
    "Game": GAME,
    "Grid": GRID,
    "Level": sapper.LEVELS["beginner"],
    "MatchResult": sapper.match("csp", "4x4x3", games=2),
    "Move": MOVE,
    "Pass": sapper.Pass("csp", "no"),
    "Plan": sapper.Plan("plan", ("csp",), ("beginner",), games=1),
    "Player": sapper.player("csp"),
    "Position": POSITION,
    "Reason": REASON,
    "Record": RECORD,
    "ReadPosition": sapper.read_position("2x2x1\n.1\n11"),
    "Review": sapper.review(RECORD, playouts=2),
    "Solution": sapper.solve("..*\n...\n..."),
    "Rules": sapper.Rules(),
    "Step": RECORD.steps[0],
    "World": sapper.World("name", DEAL),
}
#: Results, which sapper makes and people only read.
RESULTS = {"Analysis", "Analyses", "Bounds", "Candidate", "Candidates", "Explanation"}
RESULTS |= {
    "ReadPosition",
    "Solution",
    "MatchInterrupted",
    "LearnedTask",
    "MatchResult",
    "OpeningResult",
    "Optimum",
    "Review",
}
#: Arguments that methods accept, by name.
GOOD: dict[str, Any] = {
    "cell": (0, 1),
    "code": 1,
    "chance": sapper.Chance(1),
    "move": MOVE,
    "rule": "safe",
    "first": 0,
    "mines": frozenset({1}),
    "index": 1,
    "n": 3,
    "items": [1, 2],
    "grid": GRID,
    "position": POSITION,
    "source": TEXT,
    "text": TEXT,
    "record": RECORD,
    "level": "beginner",
    "gold": frozenset(),
    "seed": 1,
    "codes": POSITION.array(),
    "path": Path("no"),
    "value": 0.0,
    "title": "title",
    "verdict": "forced",
    "step": 1,
    "mine": True,
    "seconds": 0.1,
    "signs": b"",
    "passed": (),
    "cells": POSITION.cells,
    "asked": 1,
    "number": 0,
    "moves": 0,
    "marks": NO_MARKS,
    "playouts": 1,
}
#: Parameters that take other types too: figures that are only printed or compared, and parts that
#: are made for every move, whose elements are checked where they are used.
ACCEPTED = {
    "Decision.false_proof mine",
    "MatchResult.table title",
    "Review.number verdict",
    "Deal.gold_indices mines",
    "Step opened",
    "Step path",
    "Chance.choice items",
    "Chance.shuffled items",
}
#: Methods for sapper itself, called for every move and cell, which check nothing.
UNCHECKED = {
    *("Position.with_cells", "Decision.made", "Decision.promised", "Reason.fault"),
    *("Grid.cell", "Grid.neighbour_indices", "Grid.cardinal_indices"),
    *("Game.take", "Game.record_of", "Game.of_variations", "Game.annotate", "Game.redeal"),
    *("Game.set_origin", "Explanation.lettered"),
}


def constructors() -> Iterator[tuple[str, Callable[..., object], Mapping[str, Any]]]:
    """Yield the public classes that people make, with arguments that they accept."""
    for name in sapper.__all__:
        made = getattr(sapper, name)
        if isinstance(made, type) and is_dataclass(made) and name not in RESULTS:
            value = VALUES[name]
            yield name, made, {each.name: getattr(value, each.name) for each in fields(made)}
    yield "Rewards", gym.Rewards, vars(gym.Rewards())
    yield "Budget", Budget, {"simulations": 1, "seconds": None}
    yield "Game", sapper.Game, {"level": DEAL, "seed": 1, "number": 1, "rules": None, "first": None}
    yield "PlayerPolicy", gym.PlayerPolicy, {"player": "csp"}


def methods() -> Iterator[tuple[str, Callable[..., object], Mapping[str, Any]]]:
    """Yield the public methods of public classes, with arguments that they accept."""
    for name, value in VALUES.items():
        for word, _ in inspect.getmembers(type(value), callable):
            if word.startswith("_") or (name in ("Chance", "Plan") and word not in ("parse",)):
                continue
            bound = getattr(value, word)
            try:
                parameters = inspect.signature(bound).parameters
            except ValueError:
                continue
            needed = {
                key: GOOD[key]
                for key, each in parameters.items()
                if each.default is inspect.Parameter.empty and f"{name}.{word}" not in UNCHECKED
            }
            if needed:
                yield f"{name}.{word}", bound, needed
    for word in ("below", "choice", "shuffled"):
        key = "n" if word == "below" else "items"
        yield f"Chance.{word}", getattr(VALUES["Chance"], word), {key: GOOD[key]}
    for word, given in {"seeded": ("grid",), "random": ("grid", "chance"), "of_mines": ()}.items():
        needed = {key: GOOD[key] for key in (*given, *(() if word != "of_mines" else ("grid",)))}
        needed["mines"] = frozenset({1}) if word == "of_mines" else 2
        yield f"Deal.{word}", getattr(sapper.Deal, word), needed
    boards = POSITION.array().astype(np.int8)[None]
    yield "cell_codes", gym.cell_codes, {"observations": boards}
    yield "observed", gym.observed, {"codes": POSITION.array()}
    yield "one_hot", gym.one_hot, {"observations": boards}
    yield "player_of", gym.player_of, {"policy": lambda *seen: 0}
    yield "minesweeper", gym.minesweeper, {"rewards": None, "level": "beginner"}
    yield "reset", gym.minesweeper("4x4x3").reset, {"options": None}
    yield "read_link", read_link, {"text": "?b=1&m=0"}
    yield "plots.risk_map", plots.risk_map, {"analysis": VALUES["Analysis"]}
    yield "plots.chances", plots.chances, {"review": VALUES["Review"]}
    yield "plots.win_rates", plots.win_rates, {"results": VALUES["MatchResult"]}


TARGETS = {name: (make, given) for name, make, given in (*constructors(), *methods())}


@pytest.mark.parametrize("name", TARGETS)
def test_an_odd_value_is_accepted_by_its_type_or_refused_in_one_sentence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # Game.save writes the file that it is given
    make, given = TARGETS[name]
    annotations = {key: str(p.annotation) for key, p in inspect.signature(make).parameters.items()}
    said: list[str] = []
    for parameter in given:
        for value, kinds in ODD:
            try:
                make(**{**given, parameter: value})
            except SapperError as error:
                said.append(str(error))
                continue
            annotation = annotations[parameter]
            known = any(kind in annotation for kind in kinds)
            listed = f"{name} {parameter}" in ACCEPTED
            assert known or listed, f"{name}({parameter}={value!r}) is accepted: {annotation}"
    assert not any("\n" in sentence for sentence in said)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: any_of.optimum("4x4x4", "openning"), "unknown first-move rule 'openning'"),
        (lambda: any_of.optimum("4x4x4", ""), "unknown first-move rule ''"),
        (lambda: any_of.Rules(zeros_open="no"), "zeros_open: expected True or False, not 'no'"),
        (lambda: any_of.Rules("any", 5), "zeros_open: expected True or False, not 5"),
        (lambda: any_of.Plan("p", ("csp",), ("beginner",), games=0), "games: expected a whole"),
        (lambda: any_of.Plan("p", "csp", ("beginner",), games=1), "players: expected a list"),
        (lambda: any_of.bounds("3x3x2", guesses=9), "guesses: expected a whole number from 1 to 3"),
        (lambda: any_of.analyse(TEXT, megabytes=0), "megabytes: expected a whole number from 1"),
        (lambda: any_of.analyse(TEXT, steps=-1), "steps: expected a whole number from 0"),
        (lambda: any_of.review(RECORD, workers=-1), "workers: expected a whole number from 1"),
        (lambda: gym.Rewards(win=float("nan")), "reward win: expected a finite number, not nan"),
        (lambda: any_of.play("csp", level="4x4x3", seed=-1), "seed: expected a whole number from"),
        (lambda: any_of.match("csp", "4x4x3", games=1, seed=-1), "from 0 to 2**128 - 1, not -1"),
        (lambda: any_of.match("csp", "4x4x3", games=1, seed=2**128), "from 0 to 2**128 - 1, not"),
        (lambda: any_of.opening("3x3x2", games=1, seed=-1), "seed: expected a whole number from 0"),
        (lambda: any_of.bounds("3x3x2", seed=-1), "seed: expected a whole number from 0"),
        (lambda: any_of.Deal.seeded("beginner", seed=-1), "seed: expected a whole number from 0"),
        (lambda: any_of.Deal.seeded("beginner", 10), "mines: a level has its own number of mines"),
        (lambda: any_of.Deal.seeded(GRID), "mines: a grid needs its number of mines"),
        (lambda: any_of.explain(TEXT, (0,)), "expected a cell (row, column), not (0,)"),
        (lambda: any_of.Position.parse(TEXT)[0, 0, 0], "not (0, 0, 0)"),
        (lambda: any_of.analyse_many(POSITION), "positions: expected a list, not a Position"),
        (lambda: any_of.experiment(5, "x.db"), "plan: expected a sapper.Plan or the path"),
        (lambda: any_of.Move("open", 0), "cell: expected (row, column), counted from 0, not 0"),
        (lambda: sapper.Chance(1).below(0), "the bound must be from 1 to 4294967296, not 0"),
        (lambda: sapper.Chance(1).choice([]), "items: expected at least one to choose from"),
        (lambda: sapper.believe("sudoku", seconds=-1), "seconds: expected a number of at least 0"),
        (lambda: any_of.believe(3), "file: expected the name of a file, not 3"),
        (lambda: sapper.believe("predicate p\nknow"), "line 2, column 5: expected"),
    ],
)
def test_a_wrong_value_is_named(call: Callable[[], object], words: str) -> None:
    with pytest.raises(SapperError) as caught:
        call()
    assert words in str(caught.value)


def test_lists_become_the_tuples_that_values_hash() -> None:
    grid = any_of.Grid(3, 3, "graph", [1], [[0, 2], [2, 3]])
    assert grid == sapper.Grid(3, 3, "graph", frozenset({1}), ((0, 2), (2, 3)))
    assert {grid, any_of.Move("open", [0, 1]), any_of.Deal(sapper.Grid(2, 2), 1, [2, 1])}


def test_a_level_is_a_board() -> None:
    beginner = sapper.LEVELS["beginner"]
    deal = sapper.Deal.seeded(beginner.grid, beginner.mines, 5, 2)
    assert sapper.Deal.seeded(beginner, seed=5, number=2) == deal
    assert sapper.Deal.seeded("beginner", seed=5, number=2) == deal
    start = sapper.Position.start(beginner.grid, beginner.mines)
    assert sapper.Position.start(beginner) == sapper.Position.start("9x9x10") == start
