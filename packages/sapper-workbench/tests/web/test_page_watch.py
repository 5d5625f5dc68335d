"""The Watch view in a browser: moves stream in with their reasons; stepping through them."""

from __future__ import annotations

import re
from string import ascii_uppercase

import pytest
from playwright.sync_api import Browser, Locator

from tests.web.browser import PHONE
from tests.web.screen import Screen, screen

GAME = "level=beginner8&seed=4&first=opening"


def count(shown: Screen) -> tuple[int, int]:
    """The step shown, and how many there are."""
    found = re.match(r"(\d+) / (\d+)", shown.page.locator(".stepper-count").inner_text())
    assert found is not None
    return int(found[1]), int(found[2])


def whole(shown: Screen, player: str, game: str = GAME) -> None:
    """Watch a whole game."""
    shown.goto(f"#watch?player={player}&{game}")
    shown.page.locator(".stepper-count").wait_for()
    shown.page.keyboard.press("End")
    shown.page.locator(".result").wait_for()


def decided(shown: Screen) -> tuple[int, int]:
    """The cell of the move that is shown."""
    named = re.search(r"\[(\d+), (\d+)\]", shown.page.locator(".decision h2").inner_text())
    assert named is not None
    return int(named[1]), int(named[2])


def step_shown(shown: Screen, at: int) -> None:
    """Wait until the step with this number is shown."""
    shown.until(f"document.querySelector('.stepper-count').textContent.startsWith('{at} /')")


def whole_step(shown: Screen, key: str) -> None:
    """Go a whole move, which is two half steps."""
    shown.page.keyboard.press(key)
    shown.page.keyboard.press(key)


def reasoned(shown: Screen, at: int) -> None:
    """Wait until the reason of the move after so many is shown."""
    shown.until(
        f"document.querySelector('.decision .overline')?.textContent === 'Move {at + 1} comes next'"
    )


def explained(shown: Screen) -> None:
    """Wait until the explanations that the page asked for are shown."""
    drawn = "new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
    shown.page.evaluate(drawn)
    asked = [each for each in shown.requests if each.url.endswith("/api/why")]
    for request in asked:
        if request.timing["responseEnd"] < 0:  # as far as is known here
            request.response()
    shown.page.evaluate(drawn)


def in_row(shown: Screen, row: int) -> None:
    """Move the board's cursor down into a row, which screen readers then get."""
    shown.page.keyboard.press("Tab")  # as visitors get there: its keys act if its focus is visible
    shown.board.focus()
    for _ in range(row):
        shown.page.keyboard.press("ArrowDown")
    shown.until(f"document.querySelector('[role=row]').ariaRowIndex === '{row + 1}'")


def stepped_to(shown: Screen, wanted: Locator) -> None:
    """Step back from the end until an element is there."""
    while not wanted.count():
        at, _ = count(shown)
        assert at > 0, "no step shows it"
        whole_step(shown, "ArrowLeft")
        step_shown(shown, at - 1)


def test_a_click_plays_a_game_that_streams_in_with_reasons(visitor: Screen) -> None:
    visitor.goto("#watch")
    form = visitor.players()
    assert not visitor.wide()
    form.locator("[name=level]").select_option("beginner8")
    form.locator("[name=player]").select_option("csp")
    form.locator("[name=seed]").fill("4")
    visitor.page.keyboard.press("Escape")
    visitor.page.get_by_label("Speed").select_option("60")
    visitor.page.get_by_role("button", name="Play", exact=True).click()
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
    first, address = desk.position(), desk.address.removeprefix(desk.link)
    desk.goto(address)
    desk.page.locator(".stepper-count").wait_for()
    desk.page.keyboard.press("End")
    desk.page.locator(".result").wait_for()
    assert desk.position() == first
    assert desk.page.locator("[name=level]").input_value() in address


#: Keeps the steps that are shown.
KEPT = """
window.shown = [];
new MutationObserver(() => {
  const [, at, count, live] =
    document.querySelector(".stepper-count")?.textContent.match(/^(\\d+) \\/ (\\d+)( …)?/) ?? [];
  if (at === undefined || at === String(window.shown.at(-1)?.at)) return;
  const step = {at: Number(at), count: Number(count), live: live !== undefined};
  window.shown.push(step);
}).observe(document, {childList: true, characterData: true, subtree: true});
"""

#: Lets the moves of a watched game arrive one every 40 ms, however fast the server is.
SLOWLY = """(() => {
const real = window.fetch;
window.fetch = async (path, options) => {
  if (!String(path).startsWith("/api/watch")) return real(path, options);
  const blocks = (await (await real(path, options)).text()).split("\\n\\n");
  const encoder = new TextEncoder();
  return new Response(new ReadableStream({
    async start(controller) {
      for (const block of blocks) {
        controller.enqueue(encoder.encode(block + "\\n\\n"));
        await new Promise((done) => setTimeout(done, 40));
      }
      controller.close();
    },
  }));
};
})();"""


def test_moves_are_shown_one_by_one_while_others_arrive(desk: Screen) -> None:
    desk.page.add_init_script(SLOWLY + KEPT)
    desk.goto("#watch?player=swift&level=expert&seed=4&first=opening")
    desk.until("window.shown.some(({at}) => at >= 12)")  # at 5 moves a second
    steps = desk.page.evaluate("window.shown.filter(({at}) => at >= 1 && at <= 12)")
    assert [step["at"] for step in steps] == list(range(1, 13))
    assert all(step["live"] for step in steps)
    assert steps[-1]["count"] > steps[0]["count"] + 10


#: Presses End at the worst moment: when the timer of the next step has run out already, but has not
#: been called yet.
AT_THE_TIMER = """(() => {
const real = window.setTimeout;
window.setTimeout = (call, wait, ...rest) => real(() => {
  const shown = document.querySelector(".stepper-count")?.textContent ?? "";
  if (wait > 100 && /^[3-9] /.test(shown) && !window.pressed) {
    window.pressed = true;
    const key = {key: "End", bubbles: true, cancelable: true};
    document.body.dispatchEvent(new KeyboardEvent("keydown", key));
  }
  call(...rest);
}, wait);
})();"""

#: Presses End as soon as there is a counter, at a speed of one move a second.
AT_ONCE = """try {
  localStorage.setItem("sapper.watch.speed", "1");
} catch {}
new MutationObserver((_, observer) => {
  if (!document.querySelector(".stepper-count")) return;
  observer.disconnect();
  const key = {key: "End", bubbles: true, cancelable: true};
  document.body.dispatchEvent(new KeyboardEvent("keydown", key));
}).observe(document, {childList: true, subtree: true});"""


@pytest.mark.parametrize("press", [AT_THE_TIMER, AT_ONCE], ids=["at the timer", "at once"])
def test_the_end_key_is_never_undone(desk: Screen, press: str) -> None:
    """Neither by a timer that had run out, which left the game paused, nor by the start."""
    desk.page.add_init_script(press + KEPT)
    desk.goto("#watch?player=single-point&" + GAME)
    desk.page.locator(".result").wait_for()
    at, steps = count(desk)
    assert at == steps
    assert desk.page.evaluate("window.shown.length") < steps  # it did not play on to the end


def test_keys_step_back_and_on_and_play(desk: Screen) -> None:
    whole(desk, "swift")
    _, steps = count(desk)
    end = desk.cells()
    keys = desk.page.keyboard
    keys.press("ArrowLeft")
    reasoned(desk, steps - 1)
    assert count(desk) == (steps - 1, steps)
    assert desk.cells() != end
    keys.press("Home")
    assert count(desk) == (0, steps)
    assert set("".join(desk.cells())) == {"H"}
    keys.press("ArrowRight")
    reasoned(desk, 0)
    assert count(desk) == (0, steps)
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
    assert re.search(r"Try each case of .+:\n.*If ", tree.inner_text(), re.DOTALL)
    assert re.search(r"split level [12]", desk.page.locator(".decided").inner_text())


def test_a_learned_rule_shows_its_clause_and_what_it_is_bound_to(desk: Screen) -> None:
    whole(desk, "mio")
    stepped_to(desk, desk.page.locator(".bindings"))
    assert "The rule that it learned: If " in desk.page.locator(".decision").inner_text()
    desk.page.locator(".effort summary").click()
    assert "safe(" in desk.page.locator(".clause").inner_text()
    assert re.search(r"the clue at \[\d, \d\]", desk.page.locator(".bindings").inner_text())


def test_a_search_shows_its_candidates_with_visits(desk: Screen) -> None:
    whole(desk, "bssuct(simulations=50)", "width=4&height=4&mines=4&seed=3&first=safe")
    stepped_to(desk, desk.page.locator(".considered th", has_text="visits"))
    row = desk.page.locator(".decision .considered tbody tr").first
    assert re.search(r"\[\d, \d\]\s*[\d.]+%\s*\d+", row.inner_text())


def test_the_badges_on_the_board_rank_as_the_table_does(desk: Screen) -> None:
    whole(desk, "bssuct(simulations=200)", "width=4&height=4&mines=4&seed=3&first=safe")
    stepped_to(desk, desk.page.locator(".considered th", has_text="visits"))
    at, _ = count(desk)
    desk.page.keyboard.press("ArrowLeft")  # to the reason, which is shown before the move
    reasoned(desk, at - 1)
    rows = desk.page.locator(".decision .considered tbody tr").evaluate_all(
        """(rows) => rows.slice(0, 9).map(({ cells: [name, , visits] }) =>
            [JSON.parse(name.firstChild.title), name.innerText, visits.innerText])"""
    )
    visits = [int(each.replace(",", "")) for *_, each in rows]
    assert visits[1:] == sorted(visits[1:], reverse=True)
    assert rows[0][0] == list(decided(desk))
    assert "".join(letter for _, letter, _ in rows) == ascii_uppercase[: len(rows)]
    for (row, column), letter, _ in sorted(rows):
        desk.board.focus()
        desk.page.keyboard.press("PageUp")  # to the top of the board
        in_row(desk, row)
        assert f"marked {letter}" in desk.words(row, column)


def test_nothing_beside_the_board_jumps_from_move_to_move(visitor: Screen) -> None:
    whole(visitor, "swift", "level=beginner&seed=5&first=opening")
    tops = """[...document.querySelectorAll('.side > *')].map((card) =>
        [card.classList[1], Math.round(card.getBoundingClientRect().top + scrollY)])"""
    _, steps = count(visitor)
    for at in range(steps - 1, 1, -1):  # back, so that the card has its full height
        visitor.page.keyboard.press("ArrowLeft")
        reasoned(visitor, at)
        explained(visitor)
        visitor.page.keyboard.press("ArrowLeft")
        step_shown(visitor, at)
    before = visitor.page.evaluate(tops)
    assert len(before) >= 2
    for at in range(3, steps):
        visitor.page.keyboard.press("ArrowRight")
        reasoned(visitor, at - 1)
        explained(visitor)
        assert visitor.page.evaluate(tops) == before
        visitor.page.keyboard.press("ArrowRight")
        step_shown(visitor, at)
        assert visitor.page.evaluate(tops) == before


def test_the_reasons_stay_below_the_board_of_a_phone_as_the_game_ends(
    chrome: Browser, link: str
) -> None:
    with screen(chrome, link, PHONE) as phone:
        phone.goto("#watch?player=swift&level=beginner&seed=5&first=opening")
        phone.page.locator(".stepper-count").wait_for()
        phone.page.keyboard.press("Home")
        phone.until("!document.querySelector('.stepper-count').textContent.includes('…')")
        _, steps = count(phone)
        phone.page.get_by_label("Step", exact=True).fill(str(steps - 1))
        step_shown(phone, steps - 1)
        assert phone.page.locator(".ending").count() == 0
        top = "document.querySelector('.decision').getBoundingClientRect().top + scrollY"
        before = phone.page.evaluate(top)
        whole_step(phone, "ArrowRight")
        phone.page.locator(".ending").wait_for()
        assert phone.page.evaluate(top) == before


def test_strategies_that_passed_say_why(desk: Screen) -> None:
    whole(desk, "swift")
    passed = desk.page.locator(".passed")
    stepped_to(desk, passed)
    passed.locator("summary").click()
    said = r"One strategy passed before\s+start\s+[A-Z].+\."
    assert re.fullmatch(said, passed.inner_text(), re.DOTALL)


def test_probabilities_are_laid_over_any_step(desk: Screen) -> None:
    risk = "document.querySelector('[role=gridcell]').ariaLabel.match(/\\d+% mine/)?.[0]"
    # Where the rules promise the first cell, no cell has a risk before it.
    for promise, shown in (("any", "'16% mine'"), ("opening", "undefined")):
        whole(desk, "swift", f"level=beginner8&seed=4&first={promise}")
        desk.page.keyboard.press("Home")
        if promise == "any":
            desk.page.keyboard.press("p")  # the overlay stays on
        desk.until(f"{risk} === {shown}")


def test_a_recipe_that_cannot_be_is_refused_in_a_sentence(desk: Screen) -> None:
    desk.goto("#watch")
    form = desk.players()
    form.locator("[name=recipe]").fill("oracle")
    form.get_by_role("button", name="Start").click()
    desk.notice("unknown player or strategy 'oracle'")


def test_the_space_bar_begins_a_game_and_plays_on(desk: Screen) -> None:
    desk.goto("#watch")
    desk.players().locator("[name=level]").select_option("beginner8")
    desk.page.keyboard.press("Escape")
    desk.page.get_by_label("Speed").select_option("60")
    desk.page.evaluate("document.activeElement.blur()")
    desk.page.keyboard.press("Space")
    desk.page.locator(".result").wait_for()
    assert count(desk)[0] > 0


def test_the_cells_that_a_move_changed_are_named(desk: Screen) -> None:
    whole(desk, "swift")
    desk.page.keyboard.press("Home")
    step_shown(desk, 0)
    whole_step(desk, "ArrowRight")
    step_shown(desk, 1)
    row, column = decided(desk)
    in_row(desk, row)
    assert "changed by this move" in desk.words(row, column)
    desk.page.evaluate("document.activeElement.blur()")
    whole_step(desk, "ArrowRight")
    step_shown(desk, 2)
    assert "changed by this move" not in desk.words(row, column)


def test_a_large_board_follows_the_moves(desk: Screen) -> None:
    whole(desk, "single-point", "width=24&height=60&mines=150&seed=2&first=opening")
    desk.page.keyboard.press("Home")
    moves = count(desk)[1] // 10
    assert moves > 5
    for number in range(1, moves + 1):
        desk.page.keyboard.press("PageDown")
        step_shown(desk, 10 * number)
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


def test_a_player_without_a_first_move_leaves_the_game_unfinished_in_words(desk: Screen) -> None:
    desk.goto("#watch?player=gold-sat&world=easy&seed=2")
    ending = desk.page.locator(".ending")
    ending.wait_for()
    said = ending.inner_text().splitlines()
    assert said[0] == "Unfinished after no moves, no guesses"
    assert "No strategy of this player decided the next move." in said
    assert "Decisions by strategy" not in said


def test_playback_leaves_time_to_read_and_draws_every_reason(desk: Screen) -> None:
    """By default; at five moves a second no reason was drawn and the game was over in seconds."""
    desk.page.add_init_script("localStorage.removeItem('sapper.watch.speed')")
    desk.goto("#watch?player=csp&" + GAME)
    speed = desk.page.get_by_label("Speed")
    speed.wait_for()
    assert speed.input_value() == "read"
    desk.page.get_by_text("comes next").wait_for()
