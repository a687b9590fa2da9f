"""Pages about the centres of a tournament."""
