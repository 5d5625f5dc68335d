"""The endpoints of puzzles: nothing of a solution before an answer, and everything after it."""

import json
from pathlib import Path

from sapper.kernel import Chance
from sapper_workbench.study import ME, RATINGS_FILE, PuzzleStore, solution
from sapper_workbench.study.puzzles.package import puzzles
from tests.web.served import Client, get, post, served


def test_a_puzzle_tells_nothing_before_it_is_answered(client: Client) -> None:
    found = get(client, "/api/puzzles/next", player="newcomer", theme="safe")
    assert set(found) == {"id", "kind", "task", "board"}
    assert set(found["board"]["cells"]) <= {
        "H",
        "F",
        "#",
        *"012345678",
    }  # flags follow from single clues
    same = get(client, f"/api/puzzles/{found['id']}")
    assert same == found
    cells = solution(puzzles().find(found["id"])).cells
    answer = post(client, f"/api/puzzles/{found['id']}", player="newcomer", cells=cells)
    assert answer["right"]
    assert [tuple(cell) for cell in answer["solution"]] == list(cells)
    concluded = [cell for step in answer["explanation"]["steps"] for cell in step["safe"]]
    assert set(cells) <= set(map(tuple, concluded))
    assert answer["standing"]["rating"] > answer["before"] == 1200
    assert answer["standing"]["solved"] == 1
    assert get(client, "/api/puzzles", player="newcomer")["tried"] == 1


def test_the_best_runs_are_kept_and_a_storm_is_not_rated(client: Client) -> None:
    assert get(client, "/api/puzzles", player="runner")["bests"] == {"streak": 0, "storm": 0}
    for solved in (3, 7, 5):
        kept = post(client, "/api/puzzle-runs", player="runner", mode="storm", solved=solved)
    assert kept["bests"] == {"streak": 0, "storm": 7}
    found = get(client, "/api/puzzles/next", theme="one cell", rating=850)
    cells = solution(puzzles().find(found["id"])).cells
    judged = post(client, f"/api/puzzles/{found['id']}", player="runner", cells=cells, rated=False)
    assert judged["right"]
    assert judged["standing"] is None
    assert get(client, "/api/puzzles", player="runner")["tried"] == 0
    assert get(client, "/api/puzzles", player="bystander")["tried"] == 0


def test_an_ending_is_told_step_by_step(client: Client) -> None:
    ending = next(one for one in puzzles().by_id.values() if "several guesses" in one.themes)
    cells = solution(ending).cells
    path = f"/api/puzzles/{ending.id}"
    begun = post(client, path, player="one", cells=cells[:1])
    assert (begun["done"], begun["solution"], begun["themes"]) == (False, [], [])
    assert begun["standing"] is None
    assert begun["board"] != get(client, path)["board"]
    done = post(client, path, player="one", cells=cells)
    assert (done["done"], done["right"]) == (True, True)


def test_giving_up_shows_the_solution_and_is_not_solved(client: Client) -> None:
    found = get(client, "/api/puzzles/next", player="three", theme="certain")
    reply = post(client, f"/api/puzzles/{found['id']}", player="three", show=True)
    assert not reply["right"]
    assert reply["done"]
    assert reply["standing"]["waiting"] == 1


def test_answers_that_do_not_fit_are_refused_with_a_sentence(client: Client) -> None:
    name = get(client, "/api/puzzles/next", player="one", theme="safe")["id"]
    path = f"/api/puzzles/{name}"
    assert "outside" in post(client, path, 400, player="one", cells=[[99, 99]])["error"]
    post(client, path, 400, player="<script>", cells=[])
    assert "there is no puzzle" in post(client, "/api/puzzles/safe-0", 404, player="one")["error"]
    refused = client.get("/api/puzzles/next", params={"player": "one", "theme": "yes"})
    assert refused.status_code == 400


def test_the_day_is_the_same_for_everybody_and_hides_its_mines(client: Client) -> None:
    day = get(client, "/api/daily", date="2026-11-22")
    assert day == get(client, "/api/daily", date="2026-11-22")
    assert len(day["puzzles"]) == 3
    games = [post(client, "/api/games", 201, daily="2026-11-22") for _ in range(2)]
    assert games[0]["board"] == games[1]["board"]
    row, column = day["first"]
    board = games[0]["board"]
    assert board["cells"][row * board["width"] + column] == "0"
    assert "truth" not in games[0]
    assert games[0]["seed"] is None
    assert "mine_cells" not in json.dumps(games[0])
    reply = post(client, "/api/games", 400, daily="2026-11-22", level="expert")
    assert "daily" in reply["error"]
    assert "YYYY-MM-DD" in post(client, "/api/games", 400, daily="x")["error"]


def test_without_a_name_the_rating_is_that_of_the_terminal(tmp_path: Path) -> None:
    with served(tmp_path) as alone:
        found = get(alone, "/api/puzzles/next")
        post(alone, f"/api/puzzles/{found['id']}", show=True)
        page = get(alone, "/api/puzzles")
    store = PuzzleStore(tmp_path / RATINGS_FILE)
    assert page["rating"] == round(store.standing(ME).rating.value) < 1200
    puzzle = store.next(ME, puzzles(), Chance(1))
    store.add(ME, puzzle, 1.0)
    with served(tmp_path) as alone:
        assert get(alone, "/api/puzzles")["tried"] == 2
