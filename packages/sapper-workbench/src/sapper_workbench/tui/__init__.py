"""The terminal interface: play, watch and analyse. It contains no game logic."""
