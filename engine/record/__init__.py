"""Whole games: sheets, recordings and prepared games, replayed and checked."""
