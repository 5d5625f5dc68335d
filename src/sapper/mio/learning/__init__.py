"""The learner: modes, most specific clauses, searches, covering, active learning."""
