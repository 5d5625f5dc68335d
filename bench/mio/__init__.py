"""Learning tasks in folders: sapper and other learners, compared on the same splits."""
