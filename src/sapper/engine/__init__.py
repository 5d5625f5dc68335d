"""The engine protocol: analyses and moves for other programs, in JSON lines."""
