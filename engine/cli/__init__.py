"""`python -m engine`: the command line of the engine, in French.

The only part of the engine that writes to a screen (rich) and that draws a random seed.
"""
