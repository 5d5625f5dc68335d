"""The tour in the terminal: a proof, a split tree, and a rule learned live; then Play."""

from textual.pilot import Pilot

from sapper.tui.app import TerminalApp
from tests.tui.driving import drive, line, press, rows


def test_enter_leads_through_the_tour_to_play() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        tour = app.tour
        assert "T tour" in app.playing.words.replace("\u00a0", " ")
        await press(app, pilot, "T")
        assert "Tour" in line(app, "title")
        assert "No single clue shows it" in tour.words
        assert not any("=" in row for row in rows(app))
        await press(app, pilot, "enter")
        assert "so [4, 1] is safe." in tour.words
        assert any("=" in row for row in rows(app))
        await press(app, pilot, "enter")
        assert "Suppose that a cell is a mine" in tour.words
        assert "split on" not in tour.words
        await press(app, pilot, "enter")
        assert tour.words.count("split on") > 1
        await press(app, pilot, "enter")
        assert tour.learned is not None
        assert str(tour.learned.clause) in tour.words
        assert any("?" in row for row in rows(app))
        await press(app, pilot, "enter")
        assert app.view is app.playing
        assert "Tour" not in line(app, "title")

    drive(scenario, size=(100, 40))
