"""The canvas of a board shows the same after any sequence of changes as if it were drawn anew."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.web.browser import PATIENCE

#: Changes a board at random, and draws it after each change and at several times afterwards.
#: Returns the first change after which drawing everything anew changes a pixel, or null.
CHANGED = """async ({ seed, steps, size, gutter, room }) => {
    const { BoardCanvas } = await import("./app/board/canvas.js");
    let clock = 1000;
    performance.now = () => clock;
    window.requestAnimationFrame = () => 0; // drawn here, at times of our own
    const scroller = document.createElement("div");
    scroller.style.cssText = `position: fixed; left: 0; top: 0; overflow: auto; ${room}`;
    const inner = document.createElement("div");
    const canvas = document.createElement("canvas");
    canvas.style.cssText = "position: sticky; left: 0; top: 0; display: block";
    inner.append(canvas);
    scroller.append(inner);
    document.body.append(scroller);
    const drawing = new BoardCanvas(canvas, scroller);

    let state = seed; // a linear congruential generator, after Knuth's MMIX
    const random = (below) => {
        state = (state * 48271) % 2147483647;
        return state % below;
    };
    const [width, height] = [6, 5];
    const count = width * height;
    const some = (share) => new Set([...Array(count).keys()].filter(() => random(100) < share));
    const fresh = () => ({
        board: { width, height, mines: 10, cells: Array(count).fill("H"), outcome: "playing" },
        overlay: null, marks: null, truth: null, questions: new Set(), fresh: null,
        last: -1, lit: -1, cursor: -1,
    });
    let scene = fresh();
    const change = (index, code) => {
        const cells = [...scene.board.cells];
        cells[index] = code;
        scene = { ...scene, board: { ...scene.board, cells }, last: index };
    };
    const codes = ["0", "1", "2", "3", "8", "*", "G", "#", "3+1"];
    const changes = {
        open: () => change(random(count), codes[random(codes.length)]),
        flag: () => change(random(count), "F"),
        cover: () => change(random(count), "H"),
        region: () => {
            const cells = scene.board.cells.map((code) => (random(3) ? code : "1"));
            scene = { ...scene, board: { ...scene.board, cells }, fresh: some(20) };
        },
        game: () => (scene = fresh()),
        cursor: () => (scene = { ...scene, cursor: random(count + 9) - 9 }),
        lit: () => (scene = { ...scene, lit: random(count + 9) - 9 }),
        questions: () => (scene = { ...scene, questions: some(15) }),
        risks: () => {
            const probability = Array.from({ length: count }, () => random(101) / 100);
            const [safe, mines, away] = [10, 10, 30].map(some);
            const overlay = { probability, safe, mines, best: random(count), away };
            scene = { ...scene, overlay: scene.overlay ? null : overlay };
        },
        marks: () => {
            const [clues, mines, safe] = [9, 9, 9].map(some);
            const ranks = new Map([[random(count), 1]]);
            const marks = { target: random(count), tone: "good", action: "flag", ranks };
            scene = { ...scene, marks: scene.marks ? null : { ...marks, clues, mines, safe } };
        },
        end: () => {
            const outcome = random(2) ? "won" : "lost";
            const truth = { mines: some(15), gold: new Set() };
            scene = { ...scene, truth, board: { ...scene.board, outcome } };
        },
        hover: () => drawing.hoverOver(random(count + 9) - 9),
        press: () => drawing.press(some(5)),
        scroll: () => scroller.scrollTo(random(300) / 4, random(300) / 4),
    };
    const names = Object.keys(changes);
    const pixels = () => {
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        return new Uint32Array(data.buffer);
    };
    inner.style.cssText = `width: ${width * size + gutter}px; height: ${height * size + gutter}px`;
    for (let step = 0; step < steps; step += 1) {
        const name = names[random(names.length)];
        changes[name]();
        drawing.show(scene, size, gutter);
        for (const later of [0, random(60), random(900)]) {
            clock += later;
            drawing.draw();
            const shown = pixels();
            drawing.kept = null;
            drawing.draw();
            const anew = pixels();
            const wrong = anew.findIndex((pixel, i) => pixel !== shown[i]);
            const [x, y] = [wrong % canvas.width, Math.floor(wrong / canvas.width)];
            if (wrong >= 0) return { step, name, later, x, y };
        }
    }
    return null;
}"""


@pytest.mark.parametrize(
    ("density", "motion"),
    [(1, "reduce"), (1, "no-preference"), (1.25, "reduce"), (2, "no-preference"), (3, "reduce")],
)
def test_a_board_looks_the_same_however_it_came_about(
    chrome: Browser, link: str, density: float, motion: Any
) -> None:
    """Whatever is drawn outside its cell, or stays after its cell has changed, breaks this."""
    context = chrome.new_context(
        device_scale_factor=density, reduced_motion=motion, service_workers="block"
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{link}#learn")
    page.locator(".lesson").first.wait_for()
    for seed, look, size, gutter, room in (
        (1, "lagoon", 26, 22, "width: 200px; height: 200px"),
        (2, "classic", 52, 0, "width: 180px; height: 170px"),  # it scrolls
        (3, "paper", 21, 15, "width: 100px; height: 300px"),
    ):
        page.evaluate("(look) => { document.documentElement.dataset.look = look; }", look)
        task = {"seed": seed, "steps": 60, "size": size, "gutter": gutter, "room": room}
        assert (look, page.evaluate(CHANGED, task)) == (look, None)
    context.close()
