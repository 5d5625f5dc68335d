"""Results on disk: a crash-safe SQLite file."""
