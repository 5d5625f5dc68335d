"""Learning from the mistakes of a game: its costly guesses tried again, one by one."""
