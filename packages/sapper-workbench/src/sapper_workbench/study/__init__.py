"""Study: games that are stepped, steered, undone and reviewed, independent of any screen."""
