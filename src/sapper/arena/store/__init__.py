"""Results on disk: an SQLite file with one row a game, which survives crashes."""
