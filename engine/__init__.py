"""The game of duplicate Scrabble as plain values and functions.

Pure: no Django, no clock, no global randomness, no file outside its own data (the compiled
lexicon cache excepted, at the folder the caller names). Judgements are returned as codes and
data with their article; sentences for people are written elsewhere.
"""
