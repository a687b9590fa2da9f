"""The shapes of version 1."""

from datetime import date, datetime
from typing import Any, Literal, Self

from ninja import Field, Schema

from tournament.core.ranking.field import EntryKind, Trait
from tournament.core.ranking.measures import RankBy, Totals
from tournament.core.ranking.ranking import Ranked, RankedGroup
from tournament.core.ranking.ranks import compute_percent
from tournament.models import Entry, Game, Player, Turn
from tournament.queries.mort_subite import is_mort_subite
from tournament.queries.people.public_names import PublicNames
from tournament.queries.results.standings import GameStandings, StandingRow


class RefusalOut(Schema):
    """Why there is no answer."""

    detail: str


class TournamentOut(Schema):
    slug: str = Field(description="Ce qui désigne le tournoi dans les adresses")
    name: str
    venue: str
    starts_on: date
    state: str = Field(description="published ou archived")
    edition: str = Field(description="Édition du règlement")
    entries: int = Field(alias="entry_count")


class PersonOut(Schema):
    """A player; neither licence nor birth year is public, and of a minor the last name may be an
    initial only."""

    last_name: str
    first_name: str
    club: str
    federation: str
    country: str
    series: str
    category: str

    @classmethod
    def of(cls, player: Player, names: PublicNames) -> Self:
        said = {name: getattr(player, name) for name in cls.model_fields}
        return cls(**said | {"last_name": names.get_last_name(player)})


class EntryOut(Schema):
    id: int
    name: str
    table: int = Field(alias="table.number")
    team: str
    players: list[PersonOut]

    @staticmethod
    def resolve_name(entry: Entry, context: Any) -> str:
        return _names(entry, context).get_entry_name(entry)

    @staticmethod
    def resolve_team(entry: Entry) -> str:
        return entry.team.name if entry.team else ""

    @staticmethod
    def resolve_players(entry: Entry, context: Any) -> list[PersonOut]:
        names = _names(entry, context)
        return [PersonOut.of(player, names) for player in entry.players.all()]


def _names(entry: Entry, context: Any) -> PublicNames:
    """Read once for all entries that a request asks for."""
    request = context["request"]
    if not hasattr(request, "public_names"):
        request.public_names = PublicNames(entry.tournament)
    found: PublicNames = request.public_names
    return found


class ContenderOut(Schema):
    """Who plays a *mort subite*."""

    rank: int
    entry: int = Field(description="id de l’inscription")
    table: int
    name: str
    fell: int | None = Field(description="Coup de l’élimination, null tant qu’il est en jeu")

    @classmethod
    def of(cls, row: StandingRow) -> Self:
        return cls(rank=row.rank, entry=row.entry_id, table=row.table, name=row.name, fell=row.fell)


class GameOut(Schema):
    number: int
    kind: str = Field(description="duplicate ou mort-subite (3.8.3)")
    state: str = Field(description="ready, running, interrupted, finished ou void")
    format: str
    time_s: int = Field(description="Secondes de jeu par coup")
    turns: int = Field(alias="turn_count", description="Coups placés")
    started_at: datetime | None
    finished_at: datetime | None
    contenders: list[ContenderOut] = Field(description="Qui joue une mort subite, sinon vide")

    @staticmethod
    def resolve_contenders(game: Game) -> list[ContenderOut]:
        if not is_mort_subite(game) or game.started_at is None:
            return []
        rows = GameStandings(game, public=True).rows
        return [ContenderOut.of(row) for row in rows]


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


class RankingAsked(Schema):
    """What may be asked of a ranking; what is not asked is as the tournament ranks."""

    games: str | None = Field(
        None, description="Numéros des parties, par exemple 1,3 ; sans, toutes"
    )
    mode: RankBy | None = Field(
        None,
        description=(
            "points ; percent : du top des parties jouées ; negative : écart au top ; places : "
            "addition des places (éditions de 2011 à 2019)"
        ),
    )
    by: Trait | None = Field(None, description="Classer ces groupes au lieu des inscriptions")
    kind: EntryKind | None = Field(None, description="all, singles ou pairs")
    full: Literal["0", "1"] | None = Field(None, description="1 : seulement qui a tout joué")
    series: str | None = Field(None, description="Seulement cette série, par son code")
    category: str | None = Field(None, description="Seulement cette catégorie")
    club: str | None = Field(None, description="Seulement ce club")
    federation: str | None = Field(None, description="Seulement cette fédération")
    country: str | None = Field(None, description="Seulement ce pays")
    team: str | None = Field(None, description="Seulement cette équipe")


class SumsOut(Schema):
    """What the games of a ranking add up to."""

    total: int
    percent: float | None = Field(description="En centièmes du top de toutes ces parties")
    percent_played: float | None = Field(description="En centièmes du top des parties jouées")
    negative: int = Field(description="Écart au top")
    places: int = Field(description="Somme des places")
    points: int | None = Field(description="Avant bonification et retrait ; à la fin seulement")
    solos: int | None
    bonus: int | None
    warnings: int | None
    deduction: int | None

    @classmethod
    def of(cls, line: Totals, *, ended: bool) -> Self:
        """Solos are told and warnings counted once a game is over (3.5)."""
        told = {"points", "solos", "bonus", "warnings", "deduction"}
        return cls(
            total=line.total,
            percent=_hundredths(line.total, line.top),
            percent_played=_hundredths(line.total, line.top_played),
            negative=line.total - line.top,
            places=line.sum_of_places,
            **{name: getattr(line, name) if ended else None for name in told},
        )


def _hundredths(total: int, top: int) -> float | None:
    share = compute_percent(total, top)
    return None if share is None else float(share)


class RankedOut(Schema):
    rank: int
    overall: int = Field(description="Rang parmi tous ceux qui comptent")
    entry: int = Field(description="id de l’inscription")
    table: int
    name: str
    pair: bool
    groups: dict[str, str] = Field(description="Série, catégorie, club… communs à ses joueurs")
    games: list[int | None] = Field(description="Total de chaque partie, null si elle est manquée")
    sums: SumsOut
    settled: int | None = Field(
        description="Place dans la mort subite qui l’a départagé d’ex æquo, sinon null"
    )

    @classmethod
    def of(cls, row: Ranked[int], *, ended: bool) -> Self:
        entrant = row.entrant
        return cls(
            rank=row.rank,
            overall=row.overall,
            entry=row.key,
            table=entrant.table,
            name=entrant.name,
            pair=entrant.pair,
            groups={trait.value: value for trait, value in entrant.traits.items()},
            games=list(row.games),
            sums=SumsOut.of(row.line, ended=ended),
            settled=row.settled,
        )


class RankedGroupOut(Schema):
    rank: int
    code: str = Field(description="Par quoi le groupe se demande")
    name: str
    members: int = Field(description="Combien de ses inscriptions sont classées")
    counted: list[int] = Field(description="id de celles qui comptent, la meilleure d’abord")
    games: list[int] = Field(description="Somme de chaque partie")
    sums: SumsOut

    @classmethod
    def of(cls, group: RankedGroup[int], name: str, *, ended: bool) -> Self:
        return cls(
            rank=group.rank,
            code=group.name,
            name=name,
            members=group.members,
            counted=[row.key for row in group.counted],
            games=list(group.games),
            sums=SumsOut.of(group.line, ended=ended),
        )


class RankingOut(Schema):
    """``entries`` or, where ``by`` was asked, ``groups``; the other is empty."""

    provisional: bool
    withheld: str | None = Field(
        description=(
            "Ce que des résultats attendent encore pour être publics : game, la fin de la partie ; "
            "end, celle du tournoi"
        )
    )
    mode: RankBy
    games: list[int] = Field(description="Numéros des parties, dans l’ordre des totaux")
    tops: list[int] = Field(description="Somme des tops de chacune")
    entries: list[RankedOut]
    groups: list[RankedGroupOut]
