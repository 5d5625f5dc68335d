"""Links to public analysis pages and sapper's own, read and written."""
