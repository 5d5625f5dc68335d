"""The web face: JSON over HTTP, streams of events, and one page. No game logic lives here."""
