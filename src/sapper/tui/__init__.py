"""Tui: play, watch and analyse in a terminal. No game logic lives here."""
