"""Rounds and standings of a classic tournament in the public API."""

from datetime import datetime

from django.db.models import QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Field, Router, Schema

from tournament.classic.core.rounds.lines import RoundLine
from tournament.classic.core.rounds.standings import RoundStanding
from tournament.classic.core.rounds.terms import RoundMeasure
from tournament.classic.models import Match, MatchRound
from tournament.classic.queries.rounds import (
    RoundsData,
    find_matches_with_results,
    list_game_results,
    list_public_rounds,
    load_rounds_data,
)
from tournament.core.states import Discipline, TournamentState
from tournament.models import Tournament
from tournament.views.api.schemas import RefusalOut, TournamentOut

router = Router()


class MatchOut(Schema):
    table: int | None = Field(description="Numéro de table, null pour un exempt")
    x: int = Field(description="id de l’inscription nommée en premier")
    y: int | None = Field(description="id de son adversaire, null : exempt")
    x_name: str = Field(description="Son nom ; un joueur retiré n’est plus dans « entries/ »")
    y_name: str | None = Field(description="Nom de son adversaire, null : exempt")
    games: list[list[int]] | None = Field(
        description="Scores de chaque partie finie, null tant que les résultats ne sont pas publics"
    )
    winner: str | None = Field(description="X, Y, equal, vide si les deux ont perdu, null : ouvert")

    @classmethod
    def from_match(cls, match: Match, rounds_data: RoundsData, *, with_results: bool) -> "MatchOut":
        games = [list(result.scores) for result in list_game_results(match)]
        is_over = with_results and match.over_at is not None
        return cls(
            table=match.board_number,
            x=match.x_id,
            y=match.y_id,
            x_name=rounds_data.names.get_entry_name(match.x),
            y_name=rounds_data.names.get_entry_name(match.y) if match.y else None,
            games=games if with_results else None,
            winner=match.winner if is_over else None,
        )


class RoundOut(Schema):
    number: int
    state: str = Field(description="published, running ou finished")
    started_at: datetime | None
    finished_at: datetime | None
    matches: list[MatchOut]

    @classmethod
    def from_round(cls, match_round: MatchRound, rounds_data: RoundsData) -> "RoundOut":
        with_results = match_round in rounds_data.rounds
        rows = rounds_data.matches.get(match_round.pk) or list(
            find_matches_with_results().filter(round=match_round)
        )
        return cls(
            number=match_round.number,
            state=match_round.state,
            started_at=match_round.started_at,
            finished_at=match_round.finished_at,
            matches=[
                MatchOut.from_match(match, rounds_data, with_results=with_results) for match in rows
            ],
        )


class RoundLineOut(Schema):
    round: int
    how: str = Field(description="open, played, forfeit, bye ou absent")
    ended: str | None = Field(description="won, drawn, lost")
    opponent: int | None = Field(description="id de l’inscription adverse")
    points: int = Field(description="Points de match")
    tie_break: int = Field(description="Points de départage")
    scored: int
    conceded: int

    @classmethod
    def from_line(cls, line: RoundLine, rounds_data: RoundsData) -> "RoundLineOut":
        other = rounds_data.entries[line.opponent].pk if line.opponent is not None else None
        return cls(
            round=line.number,
            how=line.kind,
            ended=line.result,
            opponent=other,
            points=line.points,
            tie_break=line.tie_break,
            scored=line.scored,
            conceded=line.conceded,
        )


class StandingOut(Schema):
    rank: int
    entry: int
    name: str
    played: int
    won: int
    drawn: int
    lost: int
    byes: int
    excluded: bool = Field(description="Exclu du tournoi, ce qu’il a joué compte encore (9.3)")
    values: dict[str, int] = Field(description="Ce par quoi il est classé, par nom de mesure")
    rounds: list[RoundLineOut]

    @classmethod
    def from_row(cls, row: RoundStanding, rounds_data: RoundsData) -> "StandingOut":
        entry = rounds_data.entries[row.key]
        return cls(
            rank=row.rank,
            entry=entry.pk,
            name=rounds_data.names.get_entry_name(entry),
            played=row.played,
            won=row.won,
            drawn=row.drawn,
            lost=row.lost,
            byes=row.byes,
            excluded=row.key in rounds_data.excluded,
            values={measure.value: row.values[measure] for measure in rounds_data.terms.order},
            rounds=[
                RoundLineOut.from_line(line, rounds_data)
                for line in rounds_data.lines_by_entry[row.key]
            ],
        )


class StandingsOut(Schema):
    provisional: bool
    unverified: list[str] | None = Field(description="Comme du tournoi")
    withheld: bool = Field(description="Des rondes ont des résultats qui ne sont pas publics")
    order: list[RoundMeasure] = Field(description="Ce qui classe, puis départage")
    entries: list[StandingOut]


def _find_classic_tournaments() -> QuerySet[Tournament]:
    return Tournament.objects.exclude(state=TournamentState.DRAFT).filter(
        discipline=Discipline.CLASSIC
    )


@router.get(
    "/tournaments/{slug:slug}/rounds/",
    response={200: list[RoundOut], 404: RefusalOut},
    url_name="api-rounds",
)
def rounds(request: HttpRequest, slug: str) -> list[RoundOut]:
    """List the published rounds with their matches and results."""
    tournament = get_object_or_404(_find_classic_tournaments(), slug=slug)
    rounds_data = load_rounds_data(tournament, public=True)
    return [
        RoundOut.from_round(match_round, rounds_data)
        for match_round in list_public_rounds(tournament)
    ]


@router.get(
    "/tournaments/{slug:slug}/standings/",
    response={200: StandingsOut, 404: RefusalOut},
    url_name="api-standings",
)
def standings(request: HttpRequest, slug: str) -> StandingsOut:
    """Return the standings by match points, with every round of each entry."""
    tournament = get_object_or_404(_find_classic_tournaments(), slug=slug)
    rounds_data = load_rounds_data(tournament, public=True)
    return StandingsOut(
        provisional=rounds_data.provisional,
        unverified=TournamentOut.resolve_unverified(tournament),
        withheld=list_public_rounds(tournament).count() > len(rounds_data.rounds),
        order=list(rounds_data.terms.order),
        entries=[StandingOut.from_row(row, rounds_data) for row in rounds_data.standings],
    )
