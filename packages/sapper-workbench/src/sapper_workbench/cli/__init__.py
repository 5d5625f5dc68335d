"""The verbs serve, tui, site, history and puzzle of the command line."""
