"""Sessions: statements from texts and files run one by one, and the results of their questions."""
