"""The head of a game's journal chain: a printed copy proves every row of the journal."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournament.core import chain
from tournament.models import Game, Tournament


@dataclass(frozen=True)
class ChainHead:
    """Head of the game with this number; ``seq`` rows of its journal."""

    number: int
    seq: int
    digest: str

    @property
    def first_digits(self) -> str:
        """The digits displayed where all of them are in a title or on paper."""
        return self.digest[: chain.DISPLAYED_DIGITS]

    @property
    def other_digits(self) -> str:
        return self.digest[chain.DISPLAYED_DIGITS :]


def get_head(game: Game) -> str:
    """Return the chain of the last row of its journal, or the start of the chain."""
    return game.head or chain.start_chain(str(game.tournament.uid), str(game.uid))


def list_heads(tournament: Tournament, games: Iterable[Game] | None = None) -> list[ChainHead]:
    """List the heads of ``games``, or of all games with a journal."""
    rows = tournament.games.order_by("number") if games is None else games
    start = str(tournament.uid)
    return [
        ChainHead(game.number, game.seq, game.head or chain.start_chain(start, str(game.uid)))
        for game in rows
        if game.seq
    ]
