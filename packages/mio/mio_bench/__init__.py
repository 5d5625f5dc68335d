"""Learning tasks in folders: mio and other learners, compared on the same splits."""
