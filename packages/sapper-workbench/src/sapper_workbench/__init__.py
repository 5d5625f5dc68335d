"""The workbench: games that people play, watch, study and keep, on a page and in a terminal."""
