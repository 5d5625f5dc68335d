"""Replays of games played by people: RAWVF here, the binary formats by ms-toollib."""
