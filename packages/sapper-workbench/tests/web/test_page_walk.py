"""Walking through explanations in a browser: beside the board, which never moves."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser

from sapper.game import Position
from tests.web.browser import PHONE
from tests.web.screen import DRAWN, Screen, screen

#: Two steps prove [0, 0] safe: the mine of the 1 at [0, 2] is also that of the 1 at [0, 1].
CHAIN = "3x2x1%0AH11%0AH1H"


def opened(shown: Screen) -> None:
    """Ask in Analyse why [0, 0] is safe."""
    shown.goto(f"#analyse?position={CHAIN}")
    shown.page.locator(".tag", has_text="2 safe").wait_for()
    shown.click(0, 0)
    shown.page.locator(".walk").wait_for()
    shown.page.evaluate(DRAWN)


def place(shown: Screen) -> Any:
    """The rectangle of the board."""
    return shown.board.bounding_box()


def step(shown: Screen) -> str:
    """The sentence of the current step."""
    text: str = shown.page.locator(".walk-step[aria-current=step]").inner_text()
    return " ".join(text.replace("\u00a0", " ").split())


def test_a_chain_is_walked_by_key_click_and_button_and_the_board_stays(desk: Screen) -> None:
    opened(desk)
    before = place(desk)
    assert step(desk) == "The 1 at B touches only one hidden cell, C, so that cell is its mine."
    desk.page.keyboard.press(".")
    assert step(desk).startswith("The 1 at D already has its mine at C")
    assert desk.page.locator(".walk-count").inner_text() == "2 / 2"
    desk.page.keyboard.press(",")
    assert step(desk).startswith("The 1 at B")
    desk.page.locator(".walk-step").nth(1).click()
    assert step(desk).startswith("The 1 at D")
    desk.page.get_by_role("button", name="Step back").click()
    assert step(desk).startswith("The 1 at B")
    assert place(desk) == before


def test_the_marks_of_a_sentence_are_those_of_the_board(desk: Screen) -> None:
    opened(desk)
    desk.page.locator(".walk-step .cell-letter").first.focus()
    assert "[0, 2]" in (desk.page.locator(":focus").get_attribute("title") or "")
    desk.page.keyboard.press("Home")
    desk.until("document.querySelector('[role=row]') !== null")
    assert "marked B" in desk.words(0, 2)
    assert "a clue that the reason uses" in desk.words(0, 2)


def test_a_chain_walks_by_itself_to_its_end(desk: Screen) -> None:
    opened(desk)
    desk.page.get_by_role("button", name="Play", exact=True).click()
    desk.page.locator(".walk-step[aria-current=step]", has_text="already has its mine").wait_for()
    desk.page.get_by_role("button", name="Play", exact=True).wait_for()  # no longer "Pause"


def test_the_clues_of_the_proof_can_be_shown_all_at_once(desk: Screen) -> None:
    opened(desk)
    button = desk.page.get_by_role("button", name="Clues of the proof")
    button.click()
    assert button.get_attribute("aria-pressed") == "true"
    desk.page.keyboard.press(".")
    assert button.get_attribute("aria-pressed") == "false"


def test_on_a_phone_the_step_is_in_sight_below_the_board(chrome: Browser, link: str) -> None:
    with screen(chrome, link, PHONE) as shown:
        opened(shown)
        before = place(shown)
        for _ in range(2):
            box = shown.page.locator(".walk-step[aria-current=step]").bounding_box()
            assert box is not None
            assert before["y"] + before["height"] <= box["y"]
            assert box["y"] + box["height"] <= 800
            shown.page.keyboard.press(".")
        assert place(shown) == before
        assert not shown.wide()


def test_a_position_text_of_the_tests_is_what_they_say() -> None:
    position = Position.parse(CHAIN.replace("%0A", "\n"))
    assert list(position.hidden_indices) == [0, 3, 5]
