"""The history: every game that a person played, kept in one file on this machine."""
