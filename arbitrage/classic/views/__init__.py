"""The officers of a *match classique*: calls of the tables, and what is decided."""
