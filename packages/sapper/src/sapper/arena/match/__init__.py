"""Players on identical deals, on any number of workers."""
