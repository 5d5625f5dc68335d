"""Puzzles from games of sapper's own players: mined, graded, solved, rated and repeated."""
