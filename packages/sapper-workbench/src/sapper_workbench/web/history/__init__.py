"""The history on the page: the games played on this server."""
