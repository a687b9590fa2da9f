"""Rounds and standings of a classic tournament, for programs: what its public pages show."""

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
    RoundField,
    games_played,
    matches,
    round_field,
    shown_rounds,
)
from tournament.core.states import Discipline, TournamentState
from tournament.models import Tournament
from tournament.views.api.schemas import RefusalOut

router = Router()


class MatchOut(Schema):
    table: int | None = Field(description="Numéro de table, null pour un exempt")
    x: int = Field(description="id de l’inscription nommée en premier")
    y: int | None = Field(description="id de son adversaire, null : exempt")
    games: list[list[int]] | None = Field(
        description="Scores de chaque partie finie, null tant que les résultats ne sont pas publics"
    )
    winner: str | None = Field(description="X, Y, equal, vide si les deux ont perdu, null : ouvert")

    @classmethod
    def of(cls, match: Match, *, told: bool) -> "MatchOut":
        games = [list(one.scores) for one in games_played(match)]
        over = told and match.over_at is not None
        return cls(
            table=match.board_number,
            x=match.x_id,
            y=match.y_id,
            games=games if told else None,
            winner=match.winner if over else None,
        )


class RoundOut(Schema):
    number: int
    state: str = Field(description="published, running ou finished")
    started_at: datetime | None
    finished_at: datetime | None
    matches: list[MatchOut]

    @classmethod
    def of(cls, one: MatchRound, found: RoundField) -> "RoundOut":
        told = one in found.rounds
        rows = found.matches.get(one.pk) or list(matches().filter(round=one))
        return cls(
            number=one.number,
            state=one.state,
            started_at=one.started_at,
            finished_at=one.finished_at,
            matches=[MatchOut.of(match, told=told) for match in rows],
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
    def of(cls, line: RoundLine, found: RoundField) -> "RoundLineOut":
        other = found.entries[line.opponent].pk if line.opponent is not None else None
        return cls(
            round=line.number,
            how=line.how,
            ended=line.ended,
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
    def of(cls, row: RoundStanding, found: RoundField) -> "StandingOut":
        entry = found.entries[row.key]
        return cls(
            rank=row.rank,
            entry=entry.pk,
            name=found.names.get_entry_name(entry),
            played=row.played,
            won=row.won,
            drawn=row.drawn,
            lost=row.lost,
            byes=row.byes,
            excluded=row.key in found.excluded,
            values={measure.value: row.values[measure] for measure in found.terms.order},
            rounds=[RoundLineOut.of(line, found) for line in found.cards[row.key]],
        )


class StandingsOut(Schema):
    provisional: bool
    withheld: bool = Field(description="Des rondes ont des résultats qui ne sont pas publics")
    order: list[RoundMeasure] = Field(description="Ce qui classe, puis départage")
    entries: list[StandingOut]


def _classic() -> QuerySet[Tournament]:
    return Tournament.objects.exclude(state=TournamentState.DRAFT).filter(
        discipline=Discipline.CLASSIC
    )


@router.get(
    "/tournaments/{slug:slug}/rounds/",
    response={200: list[RoundOut], 404: RefusalOut},
    url_name="api-rounds",
)
def rounds(request: HttpRequest, slug: str) -> list[RoundOut]:
    """The rounds that are published: who meets whom, and how it went."""
    its = get_object_or_404(_classic(), slug=slug)
    found = round_field(its, public=True)
    return [RoundOut.of(one, found) for one in shown_rounds(its)]


@router.get(
    "/tournaments/{slug:slug}/standings/",
    response={200: StandingsOut, 404: RefusalOut},
    url_name="api-standings",
)
def standings(request: HttpRequest, slug: str) -> StandingsOut:
    """Standings by match points, with every round of each."""
    its = get_object_or_404(_classic(), slug=slug)
    found = round_field(its, public=True)
    return StandingsOut(
        provisional=found.provisional,
        withheld=shown_rounds(its).count() > len(found.rounds),
        order=list(found.terms.order),
        entries=[StandingOut.of(row, found) for row in found.standings],
    )
