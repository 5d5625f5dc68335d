"""``sapper world``: an agent in Daggers & Gold, stepped through in the terminal."""
