"""The verbs of ``sapper experiment``: each prints what ``sapper_papers`` computes."""
