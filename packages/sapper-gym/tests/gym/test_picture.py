"""Pictures of environments: their size, what they show, and what Gymnasium does with them."""

import sys
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers import RecordVideo, RenderCollection

from sapper.game import Deal, Grid, Level, Position, Referee, Rules
from sapper_gym.make import DAGGERS, MINESWEEPER
from sapper_gym.picture import LAST, MAX_SIDE, MIN_TILE, STRUCK, TILE, Picture, picture

GAMES: list[tuple[str, dict[str, Any], tuple[int, int]]] = [
    (MINESWEEPER, {"level": "expert"}, (16 * TILE, 30 * TILE)),
    (MINESWEEPER, {"level": "4x3x2", "grid": "torus"}, (3 * TILE, 4 * TILE)),
    (MINESWEEPER, {"level": "4x3x2", "grid": "hex"}, (3 * TILE, 5 * TILE)),
    (DAGGERS, {"world": "HARD10"}, (12 * TILE, 12 * TILE)),
    (DAGGERS, {"world": "easy", "signs": "counts"}, (5 * TILE, 5 * TILE)),
]


def shape(frame: object) -> tuple[int, ...]:
    assert isinstance(frame, np.ndarray)
    assert frame.dtype == np.uint8
    return tuple(frame.shape)


@pytest.mark.parametrize(("name", "settings", "size"), GAMES)
def test_a_game_is_a_picture_after_each_move(
    name: str, settings: dict[str, Any], size: tuple[int, int]
) -> None:
    environment = RenderCollection(gymnasium.make(name, render_mode="rgb_array", **settings))
    _, info = environment.reset(seed=1)
    over, moves = False, 0
    while not over:
        _, _, over, _, info = environment.step(info["action_mask"].argmax())
        moves += 1
    frames = environment.render()
    assert isinstance(frames, list)
    assert [shape(frame) for frame in frames] == [(*size, 3)] * (moves + 1)
    assert any(not np.array_equal(before, after) for before, after in pairwise(frames))


def test_gymnasium_collects_pictures_by_itself() -> None:
    environment = gymnasium.make(MINESWEEPER, render_mode="rgb_array_list")
    environment.reset(seed=1)
    environment.step(0)
    assert [shape(frame) for frame in environment.render()] == [(216, 216, 3)] * 2  # type: ignore[union-attr]


def test_several_environments_are_a_picture_each() -> None:
    vector = gymnasium.make_vec(MINESWEEPER, 2, "sync", render_mode="rgb_array")
    vector.reset(seed=1)
    assert [shape(frame) for frame in vector.render()] == [(216, 216, 3)] * 2  # type: ignore[union-attr]
    vector.close()


def test_a_video_has_a_frame_for_each_position(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As RecordVideo would write it; without moviepy only the writing is left out."""
    missing = find_spec("moviepy") is None
    if missing:
        monkeypatch.setitem(sys.modules, "moviepy", object())
        monkeypatch.setattr(RecordVideo, "stop_recording", lambda self: None)
    inner = gymnasium.make(DAGGERS, world="easy", render_mode="rgb_array")
    video = RecordVideo(inner, str(tmp_path / "videos"), episode_trigger=lambda episode: True)
    assert video.frames_per_sec == 4
    _, info = video.reset(seed=3)
    _, _, over, _, info = video.step(info["action_mask"].argmax())
    assert not over
    assert [shape(frame) for frame in video.recorded_frames] == [(5 * TILE, 5 * TILE, 3)] * 2
    if missing:
        video.recorded_frames.clear()  # or the wrapper complains that they were not saved
    video.close()  # type: ignore[no-untyped-call]
    assert missing or list(tmp_path.glob("videos/*.mp4"))


def tile(drawn: Picture, row: int, column: int) -> Picture:
    return drawn[row * TILE : (row + 1) * TILE, column * TILE : (column + 1) * TILE]


def colours(drawn: Picture) -> set[tuple[int, ...]]:
    return {tuple(map(int, pixel)) for pixel in drawn.reshape(-1, 3)}


def test_every_kind_of_cell_looks_different() -> None:
    drawn = picture(Position.parse("12x3x9\nHHHHHHHHHHHH\nH012F345678H\n*HHHHHHHHHHH"))
    cells = [tile(drawn, 1, column).tobytes() for column in range(11)] + [
        tile(drawn, 2, 0).tobytes()
    ]
    assert len(set(cells)) == len(cells)
    assert tile(drawn, 1, 11).tobytes() == cells[0]
    assert STRUCK in colours(tile(drawn, 2, 0))


def test_the_cell_of_the_last_move_has_a_frame() -> None:
    position = Position.start(Grid(3, 3), 2)
    framed = picture(position, last=(1, 2))
    assert LAST in colours(tile(framed, 1, 2))
    framed[TILE : 2 * TILE, 2 * TILE :] = tile(picture(position), 1, 2)
    assert (framed == picture(position)).all()


@pytest.mark.parametrize("size", [(1, 1), (100, 1), (150, 80), (300, 200), (1000, 1000)])
def test_pictures_of_any_board_have_even_sides(size: tuple[int, int]) -> None:
    drawn = picture(Position.start(Grid(*size), 1))
    height, width = drawn.shape[:2]
    assert height % 2 == width % 2 == 0
    assert max(height, width) <= max(MAX_SIDE, MIN_TILE * max(size))


def test_a_picture_shows_no_more_than_the_position() -> None:
    """Two deals that differ only under hidden cells look the same."""
    drawn = []
    for order in ((0, 8, 1), (0, 7, 1)):
        deal = Deal(Level.parse("3x3x2").grid, 2, (*order, *({*range(9)} - {*order})))
        referee = Referee(deal, Rules("any"))
        drawn.append(picture(referee.open((1, 1))).tobytes())
    assert drawn[0] == drawn[1]
