"""The shapes of version 1."""

from datetime import date, datetime
from typing import Self

from ninja import Field, Schema

from tournament.models import Entry, Turn
from tournament.queries.standings import StandingRow


class RefusalOut(Schema):
    """Why there is no answer."""

    detail: str


class TournamentOut(Schema):
    slug: str = Field(description="Ce qui désigne le tournoi dans les adresses")
    name: str
    organisation: str = Field(alias="organisation.name")
    venue: str
    starts_on: date
    state: str = Field(description="published ou archived")
    edition: str = Field(description="Édition du règlement")
    entries: int = Field(alias="entry_count")


class PersonOut(Schema):
    """A player; neither licence nor birth year is public."""

    last_name: str
    first_name: str
    club: str
    federation: str
    country: str
    series: str
    category: str


class EntryOut(Schema):
    id: int
    name: str
    table: int = Field(alias="table.number")
    team: str
    players: list[PersonOut]

    @staticmethod
    def resolve_team(entry: Entry) -> str:
        return entry.team.name if entry.team else ""

    @staticmethod
    def resolve_players(entry: Entry) -> list[object]:
        return list(entry.players.all())


class GameOut(Schema):
    number: int
    state: str = Field(description="ready, running, interrupted, finished ou void")
    format: str
    time_s: int = Field(description="Secondes de jeu par coup")
    turns: int = Field(alias="turn_count", description="Coups placés")
    started_at: datetime | None
    finished_at: datetime | None


class TurnOut(Schema):
    number: int
    kept: str = Field(description="Reliquat")
    drawn: str = Field(description="Lettres tirées, dans l’ordre")
    word: str = Field(description="Mot retenu, une minuscule pour un joker")
    ref: str
    score: int
    best_score: int | None = Field(description="Meilleur score de la salle")
    found: int | None = Field(description="Combien ont atteint le top")

    @classmethod
    def of(cls, turn: Turn, best: int | None, found: int | None) -> Self:
        return cls(
            number=turn.number,
            kept=turn.kept,
            drawn=turn.drawn,
            word=turn.word,
            ref=turn.ref,
            score=turn.score,
            best_score=best,
            found=found,
        )


class StandingOut(Schema):
    rank: int
    entry: int = Field(description="id de l’inscription")
    table: int
    name: str
    total: int
    points: int | None = Field(description="Avant bonification et retrait ; à la fin seulement")
    solos: int | None
    bonus: int | None
    warnings: int | None
    deduction: int | None

    @classmethod
    def of(cls, row: StandingRow, *, final: bool) -> Self:
        """Solos are told and warnings counted at the end of the game only (3.5)."""
        told = {"points", "solos", "bonus", "warnings", "deduction"}
        return cls(
            rank=row.rank,
            entry=row.entry_id,
            table=row.table,
            name=row.name,
            total=row.total,
            **{name: getattr(row, name) if final else None for name in told},
        )


class StandingsOut(Schema):
    provisional: bool
    top_total: int
    rows: list[StandingOut]
