"""The head of a game's journal chain: a printed copy proves every row of the journal."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournament.core import chain
from tournament.models import Game, Tournament, TournamentJournal


@dataclass(frozen=True)
class ChainHead:
    """Head of the game with this number, or of the tournament (None); ``seq`` rows of its
    journal."""

    number: int | None
    seq: int
    digest: str

    @property
    def first_digits(self) -> str:
        """Return the digits displayed where all of them are in a title or on paper."""
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


def list_tournament_heads(tournament: Tournament) -> list[ChainHead]:
    """Return the head of the journal of the tournament in a list, empty without a row."""
    head = find_tournament_head(tournament)
    return [head] if head else []


def find_tournament_head(tournament: Tournament) -> ChainHead | None:
    """Return the head of the journal of its rounds, matches and toppings, if it has a row."""
    last = TournamentJournal.objects.filter(tournament=tournament).last()
    return ChainHead(None, last.seq, last.chain) if last else None
