"""Trees of variations: as text that people read and edit, as JSON, and as links."""
