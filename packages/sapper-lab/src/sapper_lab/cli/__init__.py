"""The verbs experiment, report, export, optimum, bounds and opening of the command line."""
