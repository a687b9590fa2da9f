"""Pure rules of one game of a *match classique*: state, commands, next state.

Articles cited here are those of the regulation of the classic game; ``C-01`` and the like are the
readings of its doubtful articles (``docs/lectures.md``).
"""
