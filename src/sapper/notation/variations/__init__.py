"""The tree of what was tried, as text that people read and edit, as JSON and as a link."""
