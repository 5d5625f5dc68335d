"""The web interface: JSON over HTTP, streams of events, and one page, without any game logic."""
