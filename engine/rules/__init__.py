"""Bag, draw, what remains, announcements, choice of the top, end of the game."""
