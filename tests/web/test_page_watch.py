"""Watch, in a browser: moves stream in, each with its reason, and are stepped through."""

from __future__ import annotations

import re

from playwright.sync_api import Locator

from tests.web.browser import Screen

GAME = "level=beginner8&seed=4&first=opening"


def count(shown: Screen) -> tuple[int, int]:
    """The step shown, and how many there are."""
    found = re.match(r"(\d+) / (\d+)", shown.page.locator(".stepper-count").inner_text())
    assert found is not None
    return int(found[1]), int(found[2])


def whole(shown: Screen, player: str, game: str = GAME) -> None:
    """A whole game watched to its end."""
    shown.goto(f"#watch?player={player}&{game}")
    shown.page.locator(".stepper-count").wait_for()
    shown.page.keyboard.press("End")
    shown.page.locator(".result").wait_for()


def decided(shown: Screen) -> tuple[int, int]:
    """The cell of the move that is shown."""
    named = re.search(r"\[(\d+), (\d+)\]", shown.page.locator(".decision h2").inner_text())
    assert named is not None
    return int(named[1]), int(named[2])


def stands(shown: Screen, at: int) -> None:
    """Wait until so many steps are shown."""
    shown.until(f"document.querySelector('.stepper-count').textContent.startsWith('{at} /')")


def in_row(shown: Screen, row: int) -> None:
    """Move the board's cursor down into a row, which is read out then."""
    shown.board.focus()
    for _ in range(row):
        shown.page.keyboard.press("ArrowDown")
    shown.until(f"document.querySelector('[role=row]').ariaRowIndex === '{row + 1}'")


def stepped_to(shown: Screen, wanted: Locator) -> None:
    """Step back from the end until something is seen."""
    while not wanted.count():
        at, _ = count(shown)
        assert at > 0, "no step shows it"
        shown.page.keyboard.press("ArrowLeft")


def test_a_click_plays_a_game_that_streams_in_with_reasons(visitor: Screen) -> None:
    visitor.goto("#watch")
    visitor.page.get_by_role("button", name="Click to play").wait_for()
    assert not visitor.wide()
    visitor.page.locator("[name=level]").select_option("beginner8")
    visitor.page.locator("[name=player]").select_option("csp")
    visitor.page.locator("[name=seed]").fill("4")
    visitor.page.get_by_label("Speed").select_option("60")
    visitor.page.get_by_role("button", name="Click to play").click()
    visitor.page.locator(".result").wait_for()
    end = visitor.page.locator(".result").inner_text()
    assert re.search(r"(Won|Lost)\s*after \d+ moves,\s*(no|\d+) guess", end)
    assert "corner" in end
    at, steps = count(visitor)
    assert at == steps > 3
    card = visitor.page.locator(".decision")
    assert f"Move {steps}" in card.inner_text()
    assert not visitor.wide()


def test_the_address_of_a_game_plays_it_again(desk: Screen) -> None:
    whole(desk, "single-point")
    first, address = desk.position(), desk.page.url.removeprefix(desk.link)
    desk.goto(address)
    desk.page.locator(".stepper-count").wait_for()
    desk.page.keyboard.press("End")
    desk.page.locator(".result").wait_for()
    assert desk.position() == first


def test_keys_step_back_and_on_and_play(desk: Screen) -> None:
    whole(desk, "swift")
    _, steps = count(desk)
    end = desk.cells()
    keys = desk.page.keyboard
    keys.press("ArrowLeft")
    assert count(desk) == (steps - 1, steps)
    assert desk.cells() != end
    keys.press("Home")
    assert count(desk) == (0, steps)
    assert set("".join(desk.cells())) == {"H"}
    keys.press("ArrowRight")
    assert count(desk) == (1, steps)
    keys.press("PageDown")
    assert count(desk) == (11, steps)
    desk.page.get_by_label("Speed").select_option("60")
    desk.page.evaluate("document.activeElement.blur()")
    keys.press("Space")
    desk.until(f"document.querySelector('.stepper-count').textContent === '{steps} / {steps}'")
    assert desk.cells() == end


def test_limited_belief_shows_its_split_tree(desk: Screen) -> None:
    whole(desk, "limited", GAME.replace("seed=4", "seed=8"))
    stepped_to(desk, desk.page.locator(".tree .split"))
    tree = desk.page.locator(".tree")
    assert re.search(r"split .+\n.*if ", tree.inner_text(), re.DOTALL)
    assert re.search(r"split level [12]", desk.page.locator(".facts").inner_text())


def test_a_learned_rule_shows_its_clause_and_what_it_is_bound_to(desk: Screen) -> None:
    whole(desk, "mio")
    stepped_to(desk, desk.page.locator(".bindings"))
    assert "safe(" in desk.page.locator(".clause").inner_text()
    assert re.search(r"the clue at \[\d, \d\]", desk.page.locator(".bindings").inner_text())


def test_a_search_shows_its_candidates_with_visits(desk: Screen) -> None:
    whole(desk, "bssuct(simulations=50)", "width=4&height=4&mines=4&seed=3&first=safe")
    stepped_to(desk, desk.page.locator(".considered th", has_text="visits"))
    row = desk.page.locator(".decision .considered tbody tr").first
    assert re.search(r"1\s*\[\d, \d\]\s*[\d.]+ %\s*\d+", row.inner_text())


def test_strategies_that_passed_say_why(desk: Screen) -> None:
    whole(desk, "swift")
    passed = desk.page.locator(".passed")
    stepped_to(desk, passed)
    passed.locator("summary").click()
    assert "the first cell has been opened already" in passed.inner_text()


def test_probabilities_are_laid_over_any_step(desk: Screen) -> None:
    whole(desk, "swift")
    desk.page.keyboard.press("Home")
    desk.page.keyboard.press("p")
    desk.until("/16 % mine/.test(document.querySelector('[role=gridcell]').ariaLabel)")


def test_a_recipe_that_cannot_be_is_refused_in_a_sentence(desk: Screen) -> None:
    desk.goto("#watch")
    desk.page.locator("[name=recipe]").fill("oracle")
    desk.page.get_by_role("button", name="Play", exact=True).last.click()
    desk.notice("unknown player or strategy 'oracle'")


def test_the_space_bar_begins_a_game_and_plays_on(desk: Screen) -> None:
    desk.goto("#watch")
    desk.page.locator("[name=level]").select_option("beginner8")
    desk.page.get_by_label("Speed").select_option("60")
    desk.page.evaluate("document.activeElement.blur()")
    desk.page.keyboard.press("Space")
    desk.page.locator(".result").wait_for()
    assert count(desk)[0] > 0


def test_what_a_move_brought_to_light_is_told(desk: Screen) -> None:
    whole(desk, "swift")
    for key, at in (("Home", 0), ("ArrowRight", 1)):
        desk.page.keyboard.press(key)
        stands(desk, at)
    row, column = decided(desk)
    in_row(desk, row)
    assert "changed by this move" in desk.words(row, column)
    desk.page.evaluate("document.activeElement.blur()")
    desk.page.keyboard.press("ArrowRight")
    stands(desk, 2)
    assert "changed by this move" not in desk.words(row, column)


def test_the_letters_of_a_rule_stand_on_the_board(desk: Screen) -> None:
    whole(desk, "mio")
    stepped_to(desk, desk.page.locator(".bindings"))
    row, column = decided(desk)
    in_row(desk, row)
    assert re.search(r"in A\b", desk.words(row, column))


def test_a_large_board_follows_the_moves(desk: Screen) -> None:
    whole(desk, "single-point", "width=24&height=60&mines=150&seed=2&first=opening")
    desk.page.keyboard.press("Home")
    moves = count(desk)[1] // 10
    assert moves > 5
    for number in range(1, moves + 1):
        desk.page.keyboard.press("PageDown")
        stands(desk, 10 * number)
        row, column = decided(desk)
        desk.until(
            f"""(([row, column]) => {{
                const board = document.querySelector("[role=grid]");
                const [size, gutter] = [Number(board.dataset.size), Number(board.dataset.gutter)];
                const inside = (at, from, room) =>
                    at * size >= from && (at + 1) * size + gutter <= from + room;
                return inside(row, board.scrollTop, board.clientHeight)
                    && inside(column, board.scrollLeft, board.clientWidth);
            }})([{row}, {column}])"""
        )
