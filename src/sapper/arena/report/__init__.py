"""A store of results summed up."""
