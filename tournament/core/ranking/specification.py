"""Which ranking is wanted: a description as data, and what of it a tournament keeps."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Self

from engine.regulation.edition import Edition
from tournament.core.errors import BadSetting
from tournament.core.ranking.field import Kind, Trait
from tournament.core.ranking.measures import MODES, TIE_BREAKS, Measure, RankBy

MOST_BEST = 99
#: Tie-breaks, one after the other, that anybody can still follow.
MOST_TIE_BREAKS = 4


class Shown(StrEnum):
    """Columns that are no measure."""

    GAMES = "games"
    SERIES = "series"
    CATEGORY = "category"
    CLUB = "club"
    FEDERATION = "federation"
    COUNTRY = "country"
    TEAM = "team"


type ColumnChoice = Shown | Measure

#: What an organiser may show, in the order of the page; rank, name, table, total always are.
COLUMNS: tuple[ColumnChoice, ...] = (
    *Shown,
    *(measure for measure in Measure if measure not in {Measure.TOTAL, Measure.LAST_GAME}),
)
USUAL = (
    *(Shown.SERIES, Shown.CATEGORY, Shown.CLUB, Shown.TEAM, Shown.GAMES),
    *(Measure.PERCENT, Measure.NEGATIVE),
)


@dataclass(frozen=True, slots=True)
class Settings:
    """How a tournament ranks: what its organiser chose, or what is usual.

    ``best``: how many members count for a club or a team; ``full_only``: only who played all
    games is ranked. Equal ones stay equal unless ``tie_breaks`` separate them (introduction).
    """

    mode: RankBy = RankBy.POINTS
    tie_breaks: tuple[Measure, ...] = ()
    best: int = 3
    full_only: bool = False
    columns: tuple[ColumnChoice, ...] = USUAL

    @classmethod
    def read(cls, kept: Mapping[str, Any]) -> Self:
        """From what ``as_json`` gave; what is not there is usual.

        Raises BadSetting for what is no setting of a ranking.
        """
        columns: dict[str, ColumnChoice] = {str(column): column for column in COLUMNS}
        try:
            found = cls(
                mode=RankBy(kept.get("mode", RankBy.POINTS)),
                tie_breaks=tuple(Measure(name) for name in kept.get("tie_breaks", ())),
                best=int(kept.get("best", 3)),
                full_only=bool(kept.get("full_only", False)),
                columns=tuple(columns[name] for name in kept.get("columns", map(str, USUAL))),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise BadSetting("bad-ranking") from error
        found._check()
        return found

    def _check(self) -> None:
        if not 1 <= self.best <= MOST_BEST:
            raise BadSetting("bad-best", best=self.best, most=MOST_BEST)
        for name in (self.tie_breaks, self.columns):
            if len(set(name)) < len(name):
                raise BadSetting("ranking-twice")
        if len(self.tie_breaks) > MOST_TIE_BREAKS or not set(self.tie_breaks) <= set(TIE_BREAKS):
            raise BadSetting("bad-ranking")

    def as_json(self) -> dict[str, Any]:
        return {
            "mode": self.mode.value,
            "tie_breaks": [measure.value for measure in self.tie_breaks],
            "best": self.best,
            "full_only": self.full_only,
            "columns": [column.value for column in self.columns],
        }

    def under(self, edition: Edition) -> Self:
        """The same, by points where ``edition`` does not know the mode: the organiser may have
        changed the edition since."""
        if MODES[self.mode].regulation in edition.scores.modes.value:
            return self
        return replace(self, mode=RankBy.POINTS)


@dataclass(frozen=True, slots=True)
class Wanted:
    """One ranking: ``games`` by position (None: all), ``only`` those of these groups and kind,
    and ``by`` a trait the ranking of its groups instead of that of the entries."""

    settings: Settings = field(default_factory=Settings)
    games: tuple[int, ...] | None = None
    only: Mapping[Trait, str] = field(default_factory=dict)
    kind: Kind = Kind.ALL
    by: Trait | None = None

    @property
    def filtered(self) -> bool:
        return bool(self.only) or self.kind is not Kind.ALL

    @property
    def order(self) -> tuple[Measure, ...]:
        """What lines are compared by, first of all the mode's own measure."""
        return (MODES[self.settings.mode].measure, *self.settings.tie_breaks)


def require_mode(edition: Edition, mode: RankBy) -> None:
    """Raises BadSetting for a mode that the edition does not know (section 7 before 2023)."""
    if MODES[mode].regulation not in edition.scores.modes.value:
        raise BadSetting("unknown-mode", mode=mode, edition=edition.key)


def modes_of(edition: Edition) -> Iterable[RankBy]:
    """The modes that ``edition`` knows."""
    return [mode for mode in RankBy if MODES[mode].regulation in edition.scores.modes.value]
