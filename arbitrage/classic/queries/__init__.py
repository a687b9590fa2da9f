"""Calls of a *match classique*, and a game as its officers need it."""
