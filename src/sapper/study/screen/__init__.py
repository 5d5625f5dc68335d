"""What every screen shares: keys, their bindings, colours."""
