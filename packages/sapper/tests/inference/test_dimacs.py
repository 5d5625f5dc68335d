"""DIMACS CNF: its solutions are the layouts, by another solver."""

from pysat.formula import CNF
from pysat.solvers import Glucose3

from sapper.game import Position
from sapper.inference import dimacs
from tests.cli.runs import run, sentence
from tests.inference.brute import gilded_layouts
from tests.inference.gilded import gilded_positions


def solutions(position: Position) -> set[frozenset[int]]:
    """Return the layouts of mines that the formula allows, found one after another."""
    hidden, found = position.hidden_indices, set()
    with Glucose3(bootstrap_with=CNF(from_string=dimacs(position)).clauses) as solver:
        while solver.solve():
            model = set(solver.get_model())
            mines = [x for x in range(1, len(hidden) + 1) if x in model]
            found.add(frozenset(hidden[x - 1] for x in mines))
            solver.add_clause([-x if x in mines else x for x in range(1, len(hidden) + 1)])
    return found


def test_the_solutions_are_the_layouts_of_brute_force() -> None:
    for position in gilded_positions(88, 60, max_hidden=7):
        assert solutions(position) == {mines for mines, _ in gilded_layouts(position)}


def test_analyse_prints_the_formula_and_nothing_else() -> None:
    shown = run("analyse", "--dimacs", stdin="3x1x1\nH1H").stdout.splitlines()
    assert shown[:3] == ["c 1 = mine at [0, 0]", "c 2 = mine at [0, 2]", "p cnf 2 4"]
    assert sorted(shown[3:]) == ["-1 -2 0", "-1 -2 0", "1 2 0", "1 2 0"]
    impossible = run("analyse", "--dimacs", stdin="3x1x3\n0HH").stdout
    assert impossible.splitlines()[-1] == "0"
    both = sentence("analyse", "--dimacs", "--json", stdin="3x1x1\nH1H")
    assert "--dimacs prints nothing else" in both
