"""`python -m engine`: the engine for people and for scripts. Speaks French.

The only part of the engine that writes to a screen (rich) and that takes a seed from chance.
"""
