"""The runner: plays many instances on any number of workers, and adds up their tallies."""
