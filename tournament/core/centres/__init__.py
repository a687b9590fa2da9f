"""A game that is played in several centres at once."""
