"""The verbs of ``sapper experiment``: each prints what ``sapper.works`` computes."""
