"""Files of Daggers & Gold worlds: maps, options, and the worlds that sapper brings along."""
