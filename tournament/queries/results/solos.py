"""The solos of a finished game, for the judge and the hall (3.5)."""

from dataclasses import dataclass

from tournament.core.solo import find_solo
from tournament.core.states import GameState
from tournament.models import Score
from tournament.queries.mort_subite import is_mort_subite
from tournament.queries.results.standings import GameStandings


@dataclass(frozen=True, slots=True)
class Solo:
    """Turn and player of a solo, the word and its score before any penalty."""

    turn_id: int
    number: int
    table: int
    name: str
    word: str
    ref: str
    score: int


def list_solos(standings: GameStandings) -> list[Solo]:
    """List the solos in the order of the turns; none before the end of the game, at which they are
    announced, and none in a *mort subite* (reading B-37)."""
    game, entries = standings.game, standings.entries
    if game.state != GameState.FINISHED or is_mort_subite(game):
        return []
    by_turn = {turn: find_solo(lines) for turn, lines in standings.lines.items()}
    winners = {(turn, entry) for turn, entry in by_turn.items() if entry in entries}
    scores = Score.objects.filter(
        turn__in=[turn for turn, _ in winners], entry__in=[entry for _, entry in winners]
    )
    return [
        Solo(
            turn_id=score.turn_id,
            number=score.turn.number,
            table=entries[score.entry_id][0],
            name=entries[score.entry_id][1],
            word=score.word,
            ref=score.ref,
            score=score.gross,
        )
        for score in scores.select_related("turn").order_by("turn__ordinal")
        if (score.turn_id, score.entry_id) in winners
    ]
