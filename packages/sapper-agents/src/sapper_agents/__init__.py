"""Players on other systems: rules that mio learned, the logic of limited belief, tree search."""
