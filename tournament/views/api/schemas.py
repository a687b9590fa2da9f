"""The JSON schemas of version 1."""

from datetime import date, datetime
from typing import Any, Literal, Self

from ninja import Field, Schema

from tournament.core.ranking.measures import RankBy, Totals
from tournament.core.ranking.ranking import RankedEntry, RankedGroup
from tournament.core.ranking.ranking_input import EntryKind, Trait
from tournament.core.ranking.ranks import compute_percent
from tournament.models import Entry, Game, Player, Tournament, Turn
from tournament.presentation.unverified import list_refused_lines
from tournament.queries.mort_subite import is_mort_subite
from tournament.queries.people.public_names import PublicNames
from tournament.queries.results.cached_ranking import StandingRow
from tournament.queries.results.standings import GameStandings


class RefusalOut(Schema):
    """The reason for an error answer."""

    detail: str


class TournamentOut(Schema):
    slug: str = Field(description="Ce qui désigne le tournoi dans les adresses")
    name: str
    venue: str
    starts_on: date
    ends_on: date | None = Field(description="Dernier jour, s’il y en a plusieurs")
    state: str = Field(description="published ou archived")
    edition: str = Field(description="Édition du règlement")
    entries: int = Field(alias="entry_count")
    unverified: list[str] | None = Field(
        description="Remis d’un fichier que la vérification refuse : les lignes ; sinon null"
    )

    @staticmethod
    def resolve_unverified(tournament: Tournament) -> list[str] | None:
        return None if tournament.unverified is None else list_refused_lines(tournament)


class PersonOut(Schema):
    """A player; licence and birth year are not public, the last name of a minor may be an
    initial."""

    last_name: str
    first_name: str
    club: str
    federation: str
    country: str
    series: str
    category: str

    @classmethod
    def from_player(cls, player: Player, names: PublicNames) -> Self:
        values = {name: getattr(player, name) for name in cls.model_fields}
        return cls(**values | {"last_name": names.get_last_name(player)})


class EntryOut(Schema):
    id: int
    name: str
    table: int = Field(alias="table.number")
    team: str
    centre: str = Field(description="Vide si tout le tournoi est dans la même salle")
    players: list[PersonOut]

    @staticmethod
    def resolve_name(entry: Entry, context: Any) -> str:
        return _load_names(entry, context).get_entry_name(entry)

    @staticmethod
    def resolve_team(entry: Entry) -> str:
        return entry.team.name if entry.team else ""

    @staticmethod
    def resolve_centre(entry: Entry) -> str:
        return entry.table.centre.name if entry.table.centre else ""

    @staticmethod
    def resolve_players(entry: Entry, context: Any) -> list[PersonOut]:
        names = _load_names(entry, context)
        return [PersonOut.from_player(player, names) for player in entry.players.all()]


def _load_names(entry: Entry, context: Any) -> PublicNames:
    """Return the names to publish, loaded once per request."""
    request = context["request"]
    if not hasattr(request, "public_names"):
        request.public_names = PublicNames(entry.tournament)
    public_names: PublicNames = request.public_names
    return public_names


class ContenderOut(Schema):
    """A player of a *mort subite*."""

    rank: int
    entry: int = Field(description="id de l’inscription")
    table: int
    name: str
    fell: int | None = Field(description="Coup de l’élimination, null tant qu’il est en jeu")

    @classmethod
    def from_row(cls, row: StandingRow) -> Self:
        return cls(
            rank=row.rank,
            entry=row.entry_id,
            table=row.table,
            name=row.name,
            fell=row.elimination_turn,
        )


class GameOut(Schema):
    number: int
    kind: str = Field(description="duplicate ou mort-subite (3.8.3)")
    state: str = Field(description="ready, running, interrupted, finished ou void")
    format: str
    time_s: int = Field(description="Secondes de jeu par coup")
    turns: int = Field(alias="turn_count", description="Coups placés")
    starts_at: datetime | None = Field(description="Heure annoncée")
    started_at: datetime | None
    finished_at: datetime | None
    contenders: list[ContenderOut] = Field(description="Qui joue une mort subite, sinon vide")

    @staticmethod
    def resolve_contenders(game: Game) -> list[ContenderOut]:
        if not is_mort_subite(game) or game.started_at is None:
            return []
        rows = GameStandings(game, public=True).rows
        return [ContenderOut.from_row(row) for row in rows]


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
    def from_turn(cls, turn: Turn, best_score: int | None, count_at_top: int | None) -> Self:
        return cls(
            number=turn.number,
            kept=turn.kept,
            drawn=turn.drawn,
            word=turn.word,
            ref=turn.ref,
            score=turn.score,
            best_score=best_score,
            found=count_at_top,
        )


class RankingParameters(Schema):
    """The parameters of a ranking; those that are absent take the settings of the tournament."""

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
    centre: str | None = Field(None, description="Seulement ce centre")


class SumsOut(Schema):
    """The sums over the games of a ranking."""

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
    def from_totals(cls, line: Totals, *, ended: bool) -> Self:
        """Return the sums; solos and warnings are public once a game is over (3.5)."""
        final_fields = {"points", "solos", "bonus", "warnings", "deduction"}
        return cls(
            total=line.total,
            percent=_to_hundredths(line.total, line.top_total),
            percent_played=_to_hundredths(line.total, line.top_total_played),
            negative=line.total - line.top_total,
            places=line.sum_of_places,
            **{name: getattr(line, name) if ended else None for name in final_fields},
        )


def _to_hundredths(total: int, top: int) -> float | None:
    share = compute_percent(total, top)
    return None if share is None else float(share)


class RankedOut(Schema):
    rank: int
    overall: int = Field(description="Rang parmi tous ceux qui comptent")
    centre_rank: int | None = Field(description="Rang dans son centre, null sans centre")
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
    def from_ranked(cls, row: RankedEntry[int], *, ended: bool) -> Self:
        entrant = row.entrant
        return cls(
            rank=row.rank,
            overall=row.overall_rank,
            centre_rank=row.centre_rank,
            entry=row.key,
            table=entrant.table,
            name=entrant.name,
            pair=entrant.is_pair,
            groups={trait.value: value for trait, value in entrant.traits.items()},
            games=list(row.games),
            sums=SumsOut.from_totals(row.totals, ended=ended),
            settled=row.playoff_place,
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
    def from_group(cls, group: RankedGroup[int], name: str, *, ended: bool) -> Self:
        return cls(
            rank=group.rank,
            code=group.name,
            name=name,
            members=group.member_count,
            counted=[row.key for row in group.counted_members],
            games=list(group.games),
            sums=SumsOut.from_totals(group.totals, ended=ended),
        )


class RankingOut(Schema):
    """A ranking: ``entries``, or ``groups`` if ``by`` was requested; the other list is empty."""

    provisional: bool
    unverified: list[str] | None = Field(description="Comme du tournoi")
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
