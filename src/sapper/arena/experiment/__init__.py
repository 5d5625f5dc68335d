"""Plans played into a store."""
