"""Pure rules of one game of a *match classique*: state, commands, next state.

Articles cited here are those of the regulation of the classic game.
"""
