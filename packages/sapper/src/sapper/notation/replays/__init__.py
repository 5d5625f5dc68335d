"""Replays of games played by people, in RAWVF and in the binary formats of ms-toollib."""
