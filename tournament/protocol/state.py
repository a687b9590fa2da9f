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


#: Audiences that may see what players and public may not see yet.
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
    #: When an interruption is expected to end; None: not announced, or no interruption.
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
    #: The tablet adds points and running total to the slips.
    points_on_slips: bool = False


class Top(Part, frozen=True):
    word: str
    ref: str
    score: int
    #: Words made in passing, with a lower-case letter for a joker.
    formed: list[str]


class TurnPart(Part, frozen=True):
    """The turn as players and public may see it; the letters in the order announced (3.1), none
    after a cancellation (3.6)."""

    ordinal: int
    number: int
    state: str
    kept: str
    drawn: str
    #: Racks refused before this one (3.2), in the order drawn; "·" is an unknown letter.
    rejected: list[str]
    #: Racks that were shown and then rectified, in this order, until the turn is opened.
    rectified: list[str]
    #: Seconds of this turn, and seconds before its end at which a signal sounds (3.3).
    time_s: int
    warn_s: int
    opened_at: int | None
    closes_at: int | None
    top: Top | None
    #: Best score of a player, and how many players reached the top; None before the reveal.
    best: int | None
    found: int | None


class StaffTurnPart(TurnPart, frozen=True):
    #: None before the end of the turn.
    bulletins: BulletinCounts | None
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
    #: Number of the last turn counted. Only the first rows are sent (the whole list is a page), and
    #: none while the results are withheld from this audience.
    after: int
    #: Bulletins of a closed turn are still to be typed in or decided, or the game goes on.
    provisional: bool
    top_total: int
    size: int
    rows: list[RankRow]
    #: Until when the rows are withheld: "game", its end; "end", the end of all games.
    withheld: str | None = None


class ContenderState(Part, frozen=True):
    """An entry that plays a *mort subite*."""

    table: int
    name: str
    rank: int
    #: Number of the turn that eliminated it; None: it is in.
    fell: int | None
    #: True if a bulletin is expected from it for the current turn.
    plays: bool


class ContendersPart(Part, frozen=True):
    """The entries that play a *mort subite*, the survivors first; all others watch.

    Not withheld with other results: without it nobody could go on playing.
    """

    rows: list[ContenderState]
    #: Bulletins of a revealed turn are undecided, so an entry shown as in may be out, or the other
    #: way round.
    open: bool


class BulletinPart(Part, frozen=True):
    """The bulletin that the server has stored for the current turn, as written."""

    turn: int
    rev: int
    device: str
    rows: list[str]
    struck: list[str]
    reference: str
    score: str


class ResultRow(Part, frozen=True, gc=False):
    """The result of a turn. A reveal makes thousands: the garbage collector does not visit them."""

    points: int
    sanction: str
    word: str
    ref: str
    #: Sentence for the player, in French, with its article.
    text: str
    article: str


class SlipRow(Part, frozen=True):
    """A slip (*billet de correction*, 5.9) of a revealed turn, as its player reads it."""

    uid: str
    sanction: str
    #: The sanction in French, or the heading in its place.
    heading: str
    #: Lines in French: the boxes that are ticked, with the text written beside them.
    lines: list[str]
    article: str
    #: The server has the receipt: the slip was on the screen.
    shown: bool


class RoadSheet(Part, frozen=True):
    """A table's *feuille de route* of a finished game; fetched separately from the state."""

    number: int
    total: int
    rank: int | None
    #: Number of ranked entries.
    size: int
    #: As ``RankingPart.provisional``.
    provisional: bool
    history: dict[str, HistoryRow]
    results: dict[str, ResultRow]
    #: Numbers of the turns of a mort subite that it only watched.
    watched: list[int] = []


class SolutionRow(Part, frozen=True):
    word: str
    ref: str
    score: int
    #: False when the rules of 3.4 and 3.7 exclude it.
    allowed: bool
    proposed: bool


class State(Struct, frozen=True, kw_only=True):
    """The parts that every audience sees."""

    game: GamePart
    turn: TurnPart | None
    board: list[str]
    history: dict[str, HistoryRow]
    ranking: RankingPart
    #: None unless the game is a *mort subite*.
    field: ContendersPart | None = None


class PublicState(State, frozen=True, kw_only=True):
    pass


class EntryState(State, frozen=True, kw_only=True):
    table: int
    name: str
    bulletin: BulletinPart | None
    results: dict[str, ResultRow]
    total: int
    #: None also while results are withheld.
    rank: int | None
    #: Warnings of the entry in the revealed turns.
    warnings: int = 0
    #: By the number of the turn.
    slips: dict[str, SlipRow] = {}
    #: Numbers of the revealed turns of a mort subite that it only watched.
    watched: list[int] = []
    #: Number of changes to what the arbitration stores about this table; when it changes, the
    #: tablet fetches that data, which is not part of the state.
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
