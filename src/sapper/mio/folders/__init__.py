"""Folders of examples: our own form, Popper's and Aleph's."""
