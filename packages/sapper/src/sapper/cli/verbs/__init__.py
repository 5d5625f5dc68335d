"""The verbs, one file each, with a ``command``."""
