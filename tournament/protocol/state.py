"""The state of each audience: a flat object of parts."""

from enum import StrEnum

from msgspec import Struct

from tournament.queries.results.hand_ins import BulletinCounts

#: Parts that an event merges key by key instead of replacing them.
MERGED_PARTS = frozenset({"history", "results", "slips"})


class Audience(StrEnum):
    PUBLIC = "public"
    ENTRY = "entry"
    ARBITERS = "arbiters"
    JUDGE = "judge"


#: Who may see what players and public may not see yet.
STAFF = (Audience.ARBITERS, Audience.JUDGE)


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of the state of an audience."""


class GamePart(Part, frozen=True):
    id: int
    tournament: str
    number: int
    state: str
    format: str
    time_s: int
    warn_s: int
    source: str
    entries: int
    #: When an interruption is to end, as the judge told; None: he told nothing, or none is on.
    resumes_at: int | None
    #: SHA-256 of the seed, published before the first turn; None unless the software draws.
    commitment: str | None
    #: The seed itself, published once the game is over.
    seed: str | None
    #: Numbers of the other games of the tournament that are finished.
    earlier: list[int]
    end_reason: str | None
    end_article: str | None
    #: "duplicate" or "mort-subite" (3.8.3).
    kind: str = "duplicate"


class Top(Part, frozen=True):
    word: str
    ref: str
    score: int
    #: Words made in passing, with a lower-case letter for a joker.
    formed: list[str]


class TurnPart(Part, frozen=True):
    """The turn as players and public may see it; the letters in the order called (3.1), none once
    it is cancelled (3.6)."""

    ordinal: int
    number: int
    state: str
    kept: str
    drawn: str
    #: Racks refused before this one (3.2), in the order drawn; "·": a letter that nobody knows.
    rejected: list[str]
    #: Its own, where the judge changed the game's: seconds, and when the end is signalled (3.3).
    time_s: int
    warn_s: int
    opened_at: int | None
    closes_at: int | None
    top: Top | None
    #: Best score of a player, and how many players reached the top; None before the reveal.
    best: int | None
    found: int | None
    #: None before the bell.
    bulletins: BulletinCounts | None


class StaffTurnPart(TurnPart, frozen=True):
    solved: bool
    corrected: bool


class HistoryRow(Part, frozen=True):
    rack: str
    word: str
    ref: str
    score: int


class RankRow(Part, frozen=True):
    rank: int
    table: int
    name: str
    total: int


class RankingPart(Part, frozen=True):
    #: Number of the last turn counted; the first rows only, the whole list is a page, and no rows
    #: while the tournament keeps results from this audience.
    after: int
    #: Bulletins of a turn collected are still to be typed in or decided, or the game goes on.
    provisional: bool
    top_total: int
    size: int
    rows: list[RankRow]
    #: What the rows wait for: "game", its end; "end", that of all games.
    withheld: str | None = None


class FieldRow(Part, frozen=True):
    """Who plays a *mort subite*."""

    table: int
    name: str
    rank: int
    #: Number of the turn on which it is out; None: it is in.
    fell: int | None
    #: Whether a bulletin of the turn at hand is awaited of it.
    plays: bool


class FieldPart(Part, frozen=True):
    """Everybody who plays a *mort subite*, the last ones in first; whoever is not in it watches.

    It is no result that a tournament may keep back: without it nobody could play on.
    """

    rows: list[FieldRow]
    #: Somebody who is said to be in may be out, and the other way round: bulletins of a turn
    #: revealed are open.
    open: bool


class BulletinPart(Part, frozen=True):
    """The bulletin that the server holds for the current turn, as written."""

    turn: int
    rev: int
    device: str
    rows: list[str]
    struck: list[str]
    reference: str
    score: str


class ResultRow(Part, frozen=True):
    points: int
    sanction: str
    word: str
    ref: str
    #: Sentence for the player, in French, with its article.
    text: str
    article: str


class SlipRow(Part, frozen=True):
    """A slip (*billet de correction*, 5.9) of a turn revealed, as its player reads it."""

    uid: str
    sanction: str
    #: The sanction in French, or what it is instead.
    heading: str
    #: Lines in French: the boxes that are ticked, with what is written beside them.
    lines: list[str]
    article: str
    #: The server knows that it was on the screen.
    shown: bool


class RoadSheet(Part, frozen=True):
    """A table's own *feuille de route* of a finished game; not part of the state, asked for."""

    number: int
    total: int
    rank: int | None
    #: How many are ranked.
    size: int
    #: As of the ranking.
    provisional: bool
    history: dict[str, HistoryRow]
    results: dict[str, ResultRow]
    #: Numbers of the turns of a mort subite that it watched.
    watched: list[int] = []


class SolutionRow(Part, frozen=True):
    word: str
    ref: str
    score: int
    #: False when the rules of 3.4 and 3.7 exclude it.
    allowed: bool
    proposed: bool


class State(Struct, frozen=True, kw_only=True):
    """What everybody may see."""

    game: GamePart
    turn: TurnPart | None
    board: list[str]
    history: dict[str, HistoryRow]
    ranking: RankingPart
    #: None of any other game than a *mort subite*.
    field: FieldPart | None = None


class PublicState(State, frozen=True, kw_only=True):
    pass


class EntryState(State, frozen=True, kw_only=True):
    table: int
    name: str
    bulletin: BulletinPart | None
    results: dict[str, ResultRow]
    total: int
    #: None as well while results are withheld.
    rank: int | None
    #: Own warnings over the turns revealed.
    warnings: int = 0
    #: By the number of the turn.
    slips: dict[str, SlipRow] = {}
    #: Numbers of the turns revealed of a mort subite that it watched.
    watched: list[int] = []
    #: When it is another number, what the arbiters' office keeps about this table has changed: it
    #: is no part of the state, and asked for.
    news: int = 0


class ArbiterState(State, frozen=True, kw_only=True):
    turn: StaffTurnPart | None
    #: Numbers of the tables that handed in for the current turn: in time, or on paper.
    holding: list[int]


class JudgeState(ArbiterState, frozen=True, kw_only=True):
    tops: list[SolutionRow]


STATES: dict[Audience, type[State]] = {
    Audience.PUBLIC: PublicState,
    Audience.ENTRY: EntryState,
    Audience.ARBITERS: ArbiterState,
    Audience.JUDGE: JudgeState,
}
