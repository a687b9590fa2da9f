"""Bulletins of a turn: received, on paper, kept by a centre without network."""
