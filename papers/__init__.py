"""What reproduces published or measured results, and is no tool."""
