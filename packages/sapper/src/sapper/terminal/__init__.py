"""Shared by all screens: keys and their bindings, boards, marks and colours."""
