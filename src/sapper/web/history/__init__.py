"""The history on the page: the games that were played here."""
