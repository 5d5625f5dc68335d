"""``python -m papers.studies [SUBJECT …]``: print tables as ``python -m bench`` does."""

from bench.__main__ import main

if __name__ == "__main__":
    main("papers.studies", ("agreement", "hard", "literature", "limited"))
