"""The unit closure of limited belief, compiled."""
