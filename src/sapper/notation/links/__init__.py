"""Links of public analysis pages and our own, read and written."""
