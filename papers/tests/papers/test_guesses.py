"""Sets of guesses: made alike by any number of workers, and compared as their values say."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from bench.table import Gain
from papers.studies.guesses import __main__ as command
from papers.studies.guesses import fit as fit_command
from papers.studies.guesses import make as make_command
from papers.studies.guesses.comparison import compare
from papers.studies.guesses.make import make
from papers.studies.guesses.network import Network
from papers.studies.guesses.samples import Samples, samples_of
from papers.studies.guesses.sets import Guess, GuessSet, Origin, read_set
from papers.studies.guesses.training import fitted
from papers.studies.guesses.valuation import Valuation
from sapper.game import Chance, Move, Position
from sapper.inference import MAX_COUNT_STEPS, MAX_MEGABYTES, Counter, count
from sapper.players import Decision, Link, Lookahead, Player, Reason, player, read_weights

ORIGIN = Origin("8x8x13", "safe", 5, 10)
GAMES = range(30)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> GuessSet:
    """A set of guesses of 30 small games."""
    made, complete = make(GuessSet(ORIGIN, (), ()), GAMES, 1, tmp_path_factory.mktemp("set") / "a")
    assert complete
    return made


class Best:
    """Opens the candidate of the most value; a position that comes twice has one guess."""

    name = "best"

    def __init__(self, found: GuessSet) -> None:
        self.best = {
            guess.cells: guess.candidates[int(np.mean(guess.values, axis=1).argmax())]
            for guess in found.guesses
        }

    def decide(self, position: Position, chance: Chance) -> Decision:
        cell = position.grid.cell(self.best[position.cells])
        return Decision(
            Move("open", cell), self.name, Reason("best", "it has the most value"), None
        )


@pytest.mark.slow
def test_a_set_depends_on_its_games_only(found: GuessSet, tmp_path: Path) -> None:
    """Neither the workers nor the games played before change a guess."""
    assert found.games == tuple(GAMES)
    assert len(found.guesses) > 20
    two, complete = make(GuessSet(ORIGIN, (), ()), range(6), 2, tmp_path / "two")
    assert complete
    assert two.games == tuple(range(6))
    assert two.guesses == tuple(guess for guess in found.guesses if guess.game < 6)
    assert read_set(tmp_path / "two") == two


@pytest.mark.slow
def test_candidates_are_valued_by_common_playouts(found: GuessSet) -> None:
    guess, position = found.guesses[0], found.positions[0]
    judge = Valuation(replace(ORIGIN, playouts=200))
    judge.take(position)
    for cell, values in zip(guess.candidates, guess.values, strict=True):
        assert 0.0 < np.mean(values) <= 1.0
        assert abs(np.mean(judge.values(cell, 0)) - np.mean(values)) < 0.3
    assert len(guess.candidates) == len(set(guess.candidates)) > 1
    assert set(guess.candidates) <= set(position.hidden_indices)


def test_swift_gains_nothing_over_itself(found: GuessSet) -> None:
    compared = compare(found, player("swift"), player("swift"))
    assert not compared.gains.any()
    assert not compared.others.any()


def test_the_best_candidates_gain_their_values(found: GuessSet) -> None:
    best = Player("best", (Link("best", lambda: Best(found)),))
    values = [np.array(guess.values) for guess in found.guesses]
    cells = [Best(found).best[guess.cells] for guess in found.guesses]
    chosen = np.array(
        [
            halves[guess.candidates.index(cell)].mean()
            for halves, guess, cell in zip(values, found.guesses, cells, strict=True)
        ]
    )
    compared = compare(found, best, best)
    assert not compared.gains.any()
    compared = compare(found, best, player("swift"))
    swifts = chosen - compared.gains
    counter, ahead = Counter(ORIGIN.board.grid), Lookahead(ORIGIN.board.grid)
    for guess, position, won in zip(found.guesses, found.positions, swifts, strict=True):
        count(counter, position, float("inf"), MAX_MEGABYTES, MAX_COUNT_STEPS)
        weighed = {cell: value for cell, _, _, value in ahead.weigh(counter, guess.cells)}
        most = max(weighed.values())
        tied = [cell for cell, value in weighed.items() if value > most - 1e-9]
        known = dict(zip(guess.candidates, np.mean(guess.values, axis=1), strict=True))
        if set(tied) <= set(known):
            assert min(abs(known[cell] - won) for cell in tied) < 1e-12
    assert compared.gains.mean() > 0.0
    halves = [(h[h[:, 0].argmax(), 1] + h[h[:, 1].argmax(), 0]) / 2 for h in values]
    rest = compare(found, player("swift"), best)
    assert rest.left == pytest.approx(np.array(halves) - chosen)


def test_a_guess_that_is_no_candidate_is_valued_by_the_same_playouts(found: GuessSet) -> None:
    without = tuple(
        Guess(guess.game, guess.number, guess.cells, guess.candidates[:1], guess.values[:1])
        for guess in found.guesses
    )
    some = replace(found, guesses=without)
    whole = compare(found, player("swift"), player("csp"))
    assert np.array_equal(compare(some, player("swift"), player("csp")).gains, whole.gains)
    assert whole.others.any()


def test_a_certain_mine_never_wins() -> None:
    position = Position.parse("4x2x2\nHH2H\nH12H")
    judge = Valuation(Origin("4x2x2", "safe", 0, 4))
    judge.take(position)
    assert judge.values(position.grid.index((0, 1)), 0) == (0.0, 0.0)


def test_samples_have_the_values_of_the_look_ahead(found: GuessSet) -> None:
    samples = samples_of([found])
    values = samples.values(Network.of(read_weights()))
    counter, ahead = Counter(ORIGIN.board.grid), Lookahead(ORIGIN.board.grid, 1.0, 128)
    expected = []
    for guess, position in zip(found.guesses, found.positions, strict=True):
        count(counter, position, float("inf"), MAX_MEGABYTES, MAX_COUNT_STEPS)
        weighed = {one[0]: one[2:] for one in ahead.weigh(counter, guess.cells)}
        expected += [weighed[cell] for cell in guess.candidates]
    assert values == pytest.approx([value for _, value in expected])
    assert samples.survival == pytest.approx([survival for survival, _ in expected])
    assert samples.targets == pytest.approx(
        [np.mean(halves) for guess in found.guesses for halves in guess.values]
    )


def synthetic(positions: int) -> Samples:
    """Positions with four candidates of two rows each, whose values are known."""
    rng = np.random.default_rng(3)
    rows = 8 * positions
    features = rng.normal(0.0, 1.0, (rows, 3))
    shares = np.full(rows, 0.4)
    worths = shares * np.exp(0.3 * np.tanh(features[:, 0]) - 0.2 * features[:, 1])
    targets = worths.reshape(-1, 2).sum(axis=1)
    level = np.repeat(rng.uniform(0.2, 0.8, positions), 4)  # later moves, alike for all
    noise = rng.normal(0.0, 0.02, 4 * positions)
    return Samples(
        features,
        shares,
        np.arange(0, rows, 2),
        np.arange(0, 4 * positions, 4),
        level * targets + noise,
        np.arange(positions) // 2,
    )


def test_fitting_recovers_what_is_preferred() -> None:
    samples = synthetic(400)
    values = fit_command.cross_validated(
        samples, 3, lambda weights: fitted(samples, weights, 4, 150, 0.01)
    )
    best = np.maximum.reduceat(samples.targets, samples.firsts)
    chance = samples.means(samples.targets)
    won = samples.won(values, 1.0)
    assert (won - chance).mean() > 0.8 * (best - chance).mean()
    network = fitted(samples, np.ones(400), 4, 20, 0.01)
    again = fitted(samples, np.ones(400), 4, 20, 0.01)
    assert np.array_equal(network.hidden, again.hidden)
    assert np.array_equal(network.output, again.output)


def run(monkeypatch: pytest.MonkeyPatch, module: ModuleType, *arguments: object) -> int:
    """Run a command, and return its exit code."""
    monkeypatch.setattr(sys, "argv", ["papers.studies.guesses", *map(str, arguments)])
    with pytest.raises(SystemExit) as ended:
        module.main()
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_commands_make_compare_and_fit(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path, weights = tmp_path / "set.npz", tmp_path / "weights.json"
    made = ("--level=8x8x13", "--seed=5", "--playouts=10")
    assert run(monkeypatch, make_command, *made, "--games=8", path) == 0
    assert run(monkeypatch, make_command, *made, "--start=8", "--games=4", path) == 0
    assert read_set(path).games == tuple(range(12))
    capsys.readouterr()
    assert run(monkeypatch, command, "--player=csp", "--json", path) == 0
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert row["positions"] == len(read_set(path).guesses)
    gain = Gain.of(compare(read_set(path), player("csp"), player("swift")).gains)
    assert row["won more a guess"] == pytest.approx({"gain": gain.gain, "half": gain.half})
    fit = ("--units=2", "--epochs=3", "--folds=2", "-o", weights)
    assert run(monkeypatch, fit_command, *fit, "--json", path) == 0
    assert len(json.loads(capsys.readouterr().out)["rows"]) == len(fit_command.SLACKS)
    hidden = json.loads(weights.read_text())["hidden"]
    assert [len(row) for row in hidden] == [len(read_weights().hidden[0])] * 2
