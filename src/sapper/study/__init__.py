"""Study: games stepped, steered and taken back, without a screen."""
