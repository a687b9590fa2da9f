"""Disputes of the *match classique* in French."""
