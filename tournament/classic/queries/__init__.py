"""Queries about the *match classique*."""
