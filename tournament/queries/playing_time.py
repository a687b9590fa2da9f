"""The playing time of a turn, which the judge may change before opening it (1.3, 3.3)."""

from tournament.models import Turn


def get_seconds(turn: Turn) -> int:
    return turn.time_s or turn.game.time_s


def get_signal_s(turn: Turn) -> int:
    """Return how many seconds before the end of ``turn`` it is signalled: the game's signal, or the
    longest usual one that fits in a shorter turn; 0: none."""
    signals = turn.game.tournament.regulation.play.signals_s.value
    longest, time_s = turn.game.warn_s, get_seconds(turn)
    return max((s for s in {longest, *signals} if s <= longest and s < time_s), default=0)
