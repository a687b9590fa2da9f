"""The life of one game of a *match classique*: state, commands, and the state that follows. Pure.

The articles cited here are those of the regulation of the classic game.
"""
