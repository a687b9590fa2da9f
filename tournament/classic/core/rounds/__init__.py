"""Rounds of a classic tournament: who meets whom, what a round is worth, who leads. Pure."""
