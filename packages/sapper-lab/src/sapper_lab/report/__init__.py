"""Reports on a store of results."""
