"""Files of Daggers & Gold worlds, and the worlds that ship with sapper."""
