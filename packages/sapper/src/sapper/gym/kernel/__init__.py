"""The games of the vector environment, compiled."""
