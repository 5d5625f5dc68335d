"""The runner: subjects play many instances, on any number of workers, and tallies add up."""
