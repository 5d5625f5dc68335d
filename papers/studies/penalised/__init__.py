"""The penalised relaxation of perfect play, in plain Python: proved on small boards, measured on
larger ones."""
