"""Pure functions and values of a game played alone."""
