"""Rounds of a classic tournament: pairings, points, standings. Pure."""
