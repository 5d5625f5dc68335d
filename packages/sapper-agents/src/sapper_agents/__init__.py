"""Players of other systems: rules that mio learned, and the logic of limited belief."""
