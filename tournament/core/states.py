"""Life cycles as tables: the states of a game and of a turn, and the commands that change them.

Each transition is one entry of a table, which the service layer applies by compare-and-swap
(``tournament.services.play.transitions``). Articles refer to the regulation of 2023.
"""

from enum import StrEnum


class GameState(StrEnum):
    DRAFT = "draft"
    READY = "ready"
    RUNNING = "running"
    INTERRUPTED = "interrupted"
    FINISHED = "finished"
    VOID = "void"


class GameCommand(StrEnum):
    PREPARE = "prepare"
    REOPEN = "reopen"
    START = "start"
    INTERRUPT = "interrupt"
    RESUME = "resume"
    FINISH = "finish"
    ANNUL = "annul"


GAME_TRANSITIONS: dict[tuple[GameState, GameCommand], GameState] = {
    (GameState.DRAFT, GameCommand.PREPARE): GameState.READY,
    (GameState.READY, GameCommand.REOPEN): GameState.DRAFT,
    (GameState.READY, GameCommand.START): GameState.RUNNING,
    (GameState.RUNNING, GameCommand.INTERRUPT): GameState.INTERRUPTED,
    (GameState.INTERRUPTED, GameCommand.RESUME): GameState.RUNNING,
    (GameState.RUNNING, GameCommand.FINISH): GameState.FINISHED,
    (GameState.INTERRUPTED, GameCommand.FINISH): GameState.FINISHED,
    (GameState.DRAFT, GameCommand.ANNUL): GameState.VOID,
    (GameState.READY, GameCommand.ANNUL): GameState.VOID,
    (GameState.RUNNING, GameCommand.ANNUL): GameState.VOID,
    (GameState.INTERRUPTED, GameCommand.ANNUL): GameState.VOID,
}


#: Games that have started and are not over.
UNDER_WAY_GAME_STATES = (GameState.RUNNING, GameState.INTERRUPTED)
#: Games in which somebody may have scored.
PLAYED_GAME_STATES = (*UNDER_WAY_GAME_STATES, GameState.FINISHED)
#: Games in these states have no secret any more.
OVER_GAME_STATES = frozenset({GameState.FINISHED, GameState.VOID})


class TurnState(StrEnum):
    DRAWN = "drawn"
    ANNOUNCED = "announced"
    OPEN = "open"
    CLOSED = "closed"
    REVEALED = "revealed"
    DONE = "done"
    CANCELLED = "cancelled"


class TurnCommand(StrEnum):
    RETYPE = "retype"
    REDRAW = "redraw"
    ANNOUNCE = "announce"
    RECTIFY = "rectify"
    OPEN = "open"
    CLOSE = "close"
    REVEAL = "reveal"
    READ_OUT = "read_out"
    COMPLETE = "complete"
    TAKE_BACK = "take_back"
    CANCEL = "cancel"


TURN_TRANSITIONS: dict[tuple[TurnState, TurnCommand], TurnState] = {
    (TurnState.DRAWN, TurnCommand.ANNOUNCE): TurnState.ANNOUNCED,
    (TurnState.ANNOUNCED, TurnCommand.OPEN): TurnState.OPEN,
    (TurnState.OPEN, TurnCommand.CLOSE): TurnState.CLOSED,
    (TurnState.CLOSED, TurnCommand.REVEAL): TurnState.REVEALED,
    # 3.2: the judge puts back a rack that only a joker or a Y makes valid.
    (TurnState.DRAWN, TurnCommand.REDRAW): TurnState.DRAWN,
    # 3.1: letters typed wrong by hand, before and after the hall sees them (reading B-46).
    (TurnState.DRAWN, TurnCommand.RETYPE): TurnState.DRAWN,
    (TurnState.ANNOUNCED, TurnCommand.RECTIFY): TurnState.ANNOUNCED,
    # 3.1: the announcement of the solution is over; the next one must wait.
    (TurnState.REVEALED, TurnCommand.READ_OUT): TurnState.REVEALED,
    (TurnState.REVEALED, TurnCommand.COMPLETE): TurnState.DONE,
    # 3.4, 3.6: a word wrongly chosen or placed, until the next turn is opened.
    (TurnState.REVEALED, TurnCommand.TAKE_BACK): TurnState.CLOSED,
    (TurnState.DONE, TurnCommand.TAKE_BACK): TurnState.CLOSED,
    # 3.6: the judge may cancel a turn until the next one is drawn.
    (TurnState.DRAWN, TurnCommand.CANCEL): TurnState.CANCELLED,
    (TurnState.ANNOUNCED, TurnCommand.CANCEL): TurnState.CANCELLED,
    (TurnState.OPEN, TurnCommand.CANCEL): TurnState.CANCELLED,
    (TurnState.CLOSED, TurnCommand.CANCEL): TurnState.CANCELLED,
    (TurnState.REVEALED, TurnCommand.CANCEL): TurnState.CANCELLED,
}

#: Turns in progress; at most one per game (ensured by a partial unique index).
LIVE_TURN_STATES = frozenset(TurnState) - {TurnState.DONE, TurnState.CANCELLED}
#: Turns whose top and results the hall may see, and whose word is on the grid.
PLACED_TURN_STATES = frozenset({TurnState.REVEALED, TurnState.DONE})
#: Turns whose bulletins can be read: time and grace have ended.
COLLECTED_TURN_STATES = PLACED_TURN_STATES | {TurnState.CLOSED}


class Source(StrEnum):
    """Origin of the letters of a game."""

    SOFTWARE = "software"
    HAND = "hand"
    #: The sheet of a game that was played elsewhere.
    REPLAY = "replay"
    #: A game that the software played in advance.
    PREPARED = "prepared"


class GameKind(StrEnum):
    """Kind of game, by the way to win it."""

    #: By points, over all turns.
    DUPLICATE = "duplicate"
    #: By being the last one in (3.8.3).
    MORT_SUBITE = "mort-subite"


#: Sources whose letters and words are fixed before the game.
SCRIPTED_SOURCES = frozenset({Source.REPLAY, Source.PREPARED})
#: Sources whose letters come from the game's seed.
SEEDED_SOURCES = frozenset({Source.SOFTWARE, Source.PREPARED})


class HandInStatus(StrEnum):
    """State of the hand-in of a table for a turn, by tablet or on paper (5.7)."""

    IN_TIME = "in-time"
    LATE = "late"
    MISSING = "not"
    #: On paper, and not typed in yet.
    AWAITED = "awaited"


class PlayMedium(StrEnum):
    """Medium on which an entry writes its bulletins."""

    TABLET = "tablet"
    #: On paper, typed in by an arbiter; unknown until then.
    PAPER = "paper"
    #: Absent: nothing is expected from it, and turns not played count as zero (6.2).
    ABSENT = "nothing"
    #: Present but not in the game, or eliminated (3.8.3): for a turn only, cannot be chosen.
    WATCHING = "watches"


#: Values for an entry that is present.
PLAYING_MEDIA = (PlayMedium.TABLET, PlayMedium.PAPER)
#: Values that may be chosen for an entry.
CHOOSABLE_MEDIA = (*PLAYING_MEDIA, PlayMedium.ABSENT)
#: Values for which no bulletin is expected.
NOT_EXPECTED_MEDIA = (PlayMedium.ABSENT, PlayMedium.WATCHING)


class Role(StrEnum):
    """Role of an account in one tournament."""

    ORGANISER = "organiser"
    JUDGE = "judge"
    ARBITER = "arbiter"
    DOUBLE_ARBITER = "double_arbiter"
    #: A member of the *commission d'arbitrage* (6.4.1).
    COMMISSION = "commission"
    #: Reads out the announcements in one centre, and reports to the judge; only with a centre.
    CENTRE_JUDGE = "centre_judge"


#: Roles with which an account corrects bulletins, and may be given tables.
CORRECTING_ROLES = (Role.ARBITER, Role.DOUBLE_ARBITER)
#: Roles that may be confined to a centre; the commission is one for all, and a member's centre says
#: where they are.
CENTRE_ROLES = frozenset({Role.ARBITER, Role.DOUBLE_ARBITER, Role.COMMISSION, Role.CENTRE_JUDGE})
#: The role with the least power first, in the order of choices.
ROLES_BY_POWER = (
    Role.ARBITER,
    Role.DOUBLE_ARBITER,
    Role.COMMISSION,
    Role.CENTRE_JUDGE,
    Role.JUDGE,
    Role.ORGANISER,
)


class TournamentState(StrEnum):
    """Visibility of a tournament; its games have states of their own."""

    #: The staff only.
    DRAFT = "draft"
    #: Everybody.
    PUBLISHED = "published"
    #: Everybody, and nothing can be changed.
    ARCHIVED = "archived"


class Discipline(StrEnum):
    """Kind of play in a tournament."""

    DUPLICATE = "duplicate"
    #: Matches of two players.
    CLASSIC = "classic"


class ResultVisibility(StrEnum):
    """When the results of persons are public; the grid and the tops always are."""

    #: Turn by turn, at each reveal.
    LIVE = "live"
    #: Once the game is over.
    GAME = "game"
    #: Once all games are over.
    END = "end"


class CountedOver(StrEnum):
    """Players among whom the sixteen of 3.5 are counted (reading B-48)."""

    WHOLE = "whole"
    CENTRE = "centre"


class TournamentCommand(StrEnum):
    PUBLISH = "publish"
    HIDE = "hide"
    ARCHIVE = "archive"
    BRING_BACK = "bring_back"


TOURNAMENT_TRANSITIONS: dict[tuple[TournamentState, TournamentCommand], TournamentState] = {
    (TournamentState.DRAFT, TournamentCommand.PUBLISH): TournamentState.PUBLISHED,
    (TournamentState.PUBLISHED, TournamentCommand.HIDE): TournamentState.DRAFT,
    (TournamentState.PUBLISHED, TournamentCommand.ARCHIVE): TournamentState.ARCHIVED,
    (TournamentState.ARCHIVED, TournamentCommand.BRING_BACK): TournamentState.PUBLISHED,
}


class TournamentChangeKind(StrEnum):
    """Kind of change to a tournament as a whole: its commands, and other acts of its staff."""

    PUBLISH = TournamentCommand.PUBLISH
    HIDE = TournamentCommand.HIDE
    ARCHIVE = TournamentCommand.ARCHIVE
    BRING_BACK = TournamentCommand.BRING_BACK
    DELETE = "delete"
    #: Two games exchanged their numbers.
    ORDER = "order"
    #: An archive of it was made and downloaded.
    COPIED = "copied"
    #: It was restored from an archive.
    RESTORED = "restored"
    #: A player of it was replaced by a pseudonym.
    ANONYMISED = "anonymised"
    #: A round of a classic tournament was paired, changed, published, started or finished.
    ROUND = "round"
    #: Settings changed: ``changes`` has the field, the old and the new value of each.
    SETTINGS = "settings"
    #: The name of an entry was corrected.
    NAME = "name"
    #: An entry was withdrawn, brought back, registered, ... (``data["act"]``).
    ENTRIES = "entries"
    #: A centre was created, changed or removed, or got tables (``data["act"]``).
    CENTRE = "centre"


class PaperSize(StrEnum):
    """Size of the paper for printing."""

    A4 = "a4"
    LETTER = "letter"


class GroupKind(StrEnum):
    """Kind of list of an organisation, by which rankings are filtered."""

    SERIES = "series"
    CATEGORY = "category"
    CLUB = "club"
    FEDERATION = "federation"


class AccountChangeKind(StrEnum):
    """Change that the staff makes to an account of its organisation."""

    MADE = "made"
    #: An invitation link was made; who will use it is unknown.
    INVITED = "invited"
    JOINED = "joined"
    LEFT = "left"
    PASSWORD = "password"  # noqa: S105 - the name of a change
    CARD = "card"
    RENAMED = "renamed"
    CLOSED = "closed"
    REOPENED = "reopened"
    MANAGER_ADDED = "manages"
    MANAGER_REMOVED = "manages-not"


class MailKind(StrEnum):
    """Message that a visitor without an account may ask for."""

    #: The link to register an organisation.
    SIGN_UP = "sign-up"
    #: The link to a new password.
    RESET = "reset"
