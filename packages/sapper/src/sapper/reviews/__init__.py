"""The review of a finished game: what each guess risked and lost."""
