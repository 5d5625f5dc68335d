"""Studies: each module or package answers a question by one command."""
