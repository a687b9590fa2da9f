"""Pages of the officers of a *match classique*: calls of the tables, and decisions."""
