"""The history: all games that a person played, in one file on this machine."""
