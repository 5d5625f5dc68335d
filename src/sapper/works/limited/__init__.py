"""Limited belief: the games of the limited player."""
