"""Bag, draw, remainder, announcements, choice of the top, end of the game."""
