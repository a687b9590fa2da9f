"""The journal of a tournament: one chain for its rounds, matches, clocks, calls and toppings
(``docs/archive.md``).

A row names a subject and has the digest of its lines: of a subject that changes, all its lines at
that time, so that the last row about it counts; of one that is a series of events, the events
since the row before. Lines are those of the archive, or have at least the fields that are bound.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from uuid import UUID

from tournament.core.canonical import compute_digest, compute_digest_of_lines
from tournament.core.chain import CHAIN_VERSION, SIGNATURE_FIELD, TEXT_FIELDS, compute_commitments


class SubjectKind(StrEnum):
    #: The settings of a classic tournament.
    TERMS = "terms"
    #: A centre with its tables.
    CENTRE = "centre"
    #: A round with its matches.
    ROUND = "round"
    #: A match without a round.
    MATCH = "match"
    #: A game of a match.
    GAME = "game"
    #: The clock of a game on paper.
    CLOCK = "clock"
    #: A result that an officer wrote.
    RESULT = "result"
    #: A call for an arbiter.
    CALL = "call"
    #: A topping with its players, and what happened to it.
    TOPPING = "topping"
    #: The run of a player through a topping.
    RUN = "run"


#: The member of the events of a subject that is a series of events.
EVENT_MEMBERS: Mapping[SubjectKind, str] = {
    SubjectKind.GAME: "match_events",
    SubjectKind.CLOCK: "clock_events",
    SubjectKind.RUN: "topping_events",
}
_EVENT_FIELDS = ("seq", "command", "actor", "at", "data", "key")
#: The fields of a line that are bound, by member; texts of people are bound by their commitments.
BOUND_FIELDS: Mapping[str, tuple[str, ...]] = {
    "tournament": ("uid", "discipline", "classic"),
    "centres": ("uid", "name", "country", "time_zone", "is_lead", "position"),
    "tables": ("number", "centre"),
    "rounds": (
        *("uid", "number", "state", "published_at", "started_at", "finished_at"),
        *("clock_left_ms", "clock_ends_at"),
    ),
    "matches": ("uid", "board_number", "x", "y", "terms"),
    "match_games": (
        *("uid", "match", "number", "seed", "terms", "words", "words_count", "starter_given"),
        "opened_at",
    ),
    "match_events": _EVENT_FIELDS,
    "table_clocks": ("uid", "match", "number", "terms", "opened_at"),
    "clock_events": _EVENT_FIELDS,
    "match_results": ("uid", "match", "kind", "games", "winner", "at"),
    "calls": (
        *("uid", "number", "game", "kind", "side", "about", "at", "state", "taken_at", "closed_at"),
        *("closed_seq", "proposed"),
    ),
    "toppings": (
        *("uid", "number", "mode", "state", "limit_s", "penalty_s", "pause_s", "script", "tops"),
        *("seed", "word_list", "words", "extra_words", "made_at", "opened_at", "closed_at"),
    ),
    "topping_runs": ("uid", "entry", "position"),
    "topping_events": ("seq", "kind", "turn", "data", "at"),
}


type BoundLine = dict[str, Any]
type MemberLine = tuple[str, BoundLine]
"""A line and its member."""


def _list_no_events(_subject: UUID, _after: int) -> list[BoundLine]:
    return []


@dataclass(frozen=True)
class JournalSubject:
    """The functions with which an app reads a kind of subject.

    ``read``: the lines of a subject, none once it is deleted. ``read_events``: its events after a
    sequence number. ``list_existing``: the subjects of the tournament with this key.
    """

    kind: SubjectKind
    read: Callable[[UUID], list[MemberLine]]
    list_existing: Callable[[int], Iterable[UUID]]
    read_events: Callable[[UUID, int], list[BoundLine]] = _list_no_events


def select_bound_fields(member: str, line: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of ``line`` that is bound. A bye also binds whether it gives points (9.3)."""
    bound = {name: line[name] for name in BOUND_FIELDS[member]}
    if member == "matches" and line["y"] is None:
        bound["is_over"] = line["over_at"] is not None
    if member in TEXT_FIELDS:
        texts = {name: line[name] for name in TEXT_FIELDS[member]}
        bound["texts"] = compute_commitments(texts, line["salts"], line["erased"])
    return bound


def digest_lines(lines: Iterable[tuple[str, Mapping[str, Any]]]) -> str:
    """Return the digest of lines, each with its member, in this order."""
    return compute_digest_of_lines(select_bound_fields(member, line) for member, line in lines)


def start_tournament_chain(tournament: str) -> str:
    """Return the digest that the first row follows; ``tournament`` is its uid."""
    return compute_digest({"chain": CHAIN_VERSION, "tournament": tournament})


def compute_tournament_link(previous: str, row: Mapping[str, Any]) -> str:
    """Return the digest of a row as the archive stores it (``tournament_journal``)."""
    texts = compute_commitments(
        {SIGNATURE_FIELD: row[SIGNATURE_FIELD]}, row["salts"], row["erased"]
    )
    fields = {name: row[name] for name in ("seq", "kind", "subject", "at", "data")}
    return compute_digest({"prev": previous, **fields, "texts": texts})
