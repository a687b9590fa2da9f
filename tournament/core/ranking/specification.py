"""Specification of a ranking, and the settings of it that a tournament stores."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Self

from engine.regulation.edition import Edition
from tournament.core.errors import BadSetting
from tournament.core.ranking.measures import MODES, TIE_BREAKS, Measure, RankBy
from tournament.core.ranking.ranking_input import EntryKind, Trait

#: Maximum number of members of a club or a team that count.
MAX_COUNTED_MEMBERS = 99
#: Maximum number of tie-breaks.
MAX_TIE_BREAKS = 4


class EntryColumn(StrEnum):
    """Columns that are not measures."""

    GAMES = "games"
    SERIES = "series"
    CATEGORY = "category"
    CLUB = "club"
    FEDERATION = "federation"
    COUNTRY = "country"
    TEAM = "team"
    CENTRE = "centre"


type ColumnChoice = EntryColumn | Measure

#: Columns that may be chosen, in the order of the page; rank, name, table and total are fixed.
COLUMNS: tuple[ColumnChoice, ...] = (
    *EntryColumn,
    *(measure for measure in Measure if measure not in {Measure.TOTAL, Measure.LAST_GAME}),
)
DEFAULT_COLUMNS = (
    *(
        EntryColumn.SERIES,
        EntryColumn.CATEGORY,
        EntryColumn.CENTRE,
        EntryColumn.CLUB,
        EntryColumn.TEAM,
        EntryColumn.GAMES,
    ),
    *(Measure.PERCENT, Measure.NEGATIVE),
)


@dataclass(frozen=True, slots=True)
class RankingSettings:
    """Ranking settings of a tournament: chosen by its organiser, or the usual ones.

    ``counted_members``: number of members that count for a club or a team; ``complete_only``: only
    entries that played all games are ranked. Ties remain unless ``tie_breaks`` break them
    (introduction).
    """

    mode: RankBy = RankBy.POINTS
    tie_breaks: tuple[Measure, ...] = ()
    counted_members: int = 3
    complete_only: bool = False
    columns: tuple[ColumnChoice, ...] = DEFAULT_COLUMNS

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """Read what ``to_json`` wrote; missing settings are the usual ones.

        Raise BadSetting for anything that is not a ranking setting.
        """
        columns: dict[str, ColumnChoice] = {str(column): column for column in COLUMNS}
        try:
            settings = cls(
                mode=RankBy(stored.get("mode", RankBy.POINTS)),
                tie_breaks=tuple(Measure(name) for name in stored.get("tie_breaks", ())),
                counted_members=int(stored.get("best", 3)),
                complete_only=bool(stored.get("full_only", False)),
                columns=tuple(
                    columns[name] for name in stored.get("columns", map(str, DEFAULT_COLUMNS))
                ),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise BadSetting("bad-ranking") from error
        settings._check()
        return settings

    def _check(self) -> None:
        if not 1 <= self.counted_members <= MAX_COUNTED_MEMBERS:
            raise BadSetting("bad-best", best=self.counted_members, most=MAX_COUNTED_MEMBERS)
        for choices in (self.tie_breaks, self.columns):
            if len(set(choices)) < len(choices):
                raise BadSetting("ranking-twice")
        if len(self.tie_breaks) > MAX_TIE_BREAKS or not set(self.tie_breaks) <= set(TIE_BREAKS):
            raise BadSetting("bad-ranking")

    def to_json(self) -> dict[str, Any]:
        return {
            "mode": self.mode.value,
            "tie_breaks": [measure.value for measure in self.tie_breaks],
            "best": self.counted_members,
            "full_only": self.complete_only,
            "columns": [column.value for column in self.columns],
        }

    def adapt_to(self, edition: Edition) -> Self:
        """Return the settings, by points if ``edition`` does not have the mode: the organiser may
        have changed the edition since."""
        if MODES[self.mode].total_mode in edition.scores.modes.value:
            return self
        return replace(self, mode=RankBy.POINTS)


@dataclass(frozen=True, slots=True)
class RankingSpecification:
    """One ranking: ``games`` by position (None: all), ``group_filter`` entries of these groups and
    kind; with ``grouped_by``, the ranking of the groups of that trait in place of the entries."""

    settings: RankingSettings = field(default_factory=RankingSettings)
    games: tuple[int, ...] | None = None
    group_filter: Mapping[Trait, str] = field(default_factory=dict)
    entry_kind: EntryKind = EntryKind.ALL
    grouped_by: Trait | None = None

    @property
    def is_filtered(self) -> bool:
        return bool(self.group_filter) or self.entry_kind is not EntryKind.ALL

    @property
    def order(self) -> tuple[Measure, ...]:
        """Return the measures by which lines are compared, the mode's own first."""
        return (MODES[self.settings.mode].measure, *self.settings.tie_breaks)


def require_mode(edition: Edition, mode: RankBy) -> None:
    """Raise BadSetting for a mode that the edition does not have (section 7 before 2023)."""
    if MODES[mode].total_mode not in edition.scores.modes.value:
        raise BadSetting("unknown-mode", mode=mode, edition=edition.key)


def list_modes(edition: Edition) -> Iterable[RankBy]:
    """List the modes that ``edition`` has."""
    return [mode for mode in RankBy if MODES[mode].total_mode in edition.scores.modes.value]
