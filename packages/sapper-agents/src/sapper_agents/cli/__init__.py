"""The verb learn of the command line."""
