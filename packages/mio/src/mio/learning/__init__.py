"""The learner: modes, most specific clauses, searches, covering and active learning."""
