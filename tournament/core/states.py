"""Life cycles as tables: the states of a game and of a turn, and the commands that move them.

Each transition is one entry of a table; the service layer applies it by compare-and-swap
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


#: Games in which somebody may have scored.
PLAYED = (GameState.RUNNING, GameState.INTERRUPTED, GameState.FINISHED)
#: Once in one of these states, a game has no secret any more.
OVER = frozenset({GameState.FINISHED, GameState.VOID})


class TurnState(StrEnum):
    DRAWN = "drawn"
    ANNOUNCED = "announced"
    OPEN = "open"
    CLOSED = "closed"
    REVEALED = "revealed"
    DONE = "done"
    CANCELLED = "cancelled"


class TurnCommand(StrEnum):
    ANNOUNCE = "announce"
    OPEN = "open"
    CLOSE = "close"
    REVEAL = "reveal"
    COMPLETE = "complete"
    TAKE_BACK = "take_back"
    CANCEL = "cancel"


TURN_TRANSITIONS: dict[tuple[TurnState, TurnCommand], TurnState] = {
    (TurnState.DRAWN, TurnCommand.ANNOUNCE): TurnState.ANNOUNCED,
    (TurnState.ANNOUNCED, TurnCommand.OPEN): TurnState.OPEN,
    (TurnState.OPEN, TurnCommand.CLOSE): TurnState.CLOSED,
    (TurnState.CLOSED, TurnCommand.REVEAL): TurnState.REVEALED,
    (TurnState.REVEALED, TurnCommand.COMPLETE): TurnState.DONE,
    # 3.4, 3.6: a word wrongly chosen or placed, while the next turn is not opened.
    (TurnState.REVEALED, TurnCommand.TAKE_BACK): TurnState.CLOSED,
    (TurnState.DONE, TurnCommand.TAKE_BACK): TurnState.CLOSED,
    # 3.6: the judge may cancel a turn until the next one is drawn.
    (TurnState.DRAWN, TurnCommand.CANCEL): TurnState.CANCELLED,
    (TurnState.ANNOUNCED, TurnCommand.CANCEL): TurnState.CANCELLED,
    (TurnState.OPEN, TurnCommand.CANCEL): TurnState.CANCELLED,
    (TurnState.CLOSED, TurnCommand.CANCEL): TurnState.CANCELLED,
    (TurnState.REVEALED, TurnCommand.CANCEL): TurnState.CANCELLED,
}

#: Turns over which the game is still bent; at most one per game (a partial unique index says so).
LIVE_TURN_STATES = frozenset(TurnState) - {TurnState.DONE, TurnState.CANCELLED}
#: Turns whose top and results the room may see, and whose word lies on the grid.
PLACED_TURN_STATES = frozenset({TurnState.REVEALED, TurnState.DONE})
#: Turns whose bulletins can be read: the bell has rung, and its grace is over.
COLLECTED_TURN_STATES = PLACED_TURN_STATES | {TurnState.CLOSED}


class Source(StrEnum):
    """Where the letters of a game come from."""

    SOFTWARE = "software"
    HAND = "hand"
    #: A game that was played elsewhere, from its sheet.
    REPLAY = "replay"
    #: A game that the software played in advance.
    PREPARED = "prepared"


class GameKind(StrEnum):
    """By what a game is won."""

    #: Points, over all turns.
    DUPLICATE = "duplicate"
    #: Being the last one in (3.8.3).
    MORT_SUBITE = "mort-subite"


#: Sources whose letters and words are written down before the game.
SCRIPTED_SOURCES = frozenset({Source.REPLAY, Source.PREPARED})
#: Sources whose letters come from the game's seed.
SEEDED_SOURCES = frozenset({Source.SOFTWARE, Source.PREPARED})


class Handed(StrEnum):
    """How a table handed in for a turn, by tablet or on paper (5.7)."""

    IN_TIME = "in-time"
    LATE = "late"
    NOT = "not"
    #: On paper, and nobody has typed it in yet: nothing is known of it.
    AWAITED = "awaited"


class PlaysOn(StrEnum):
    """What an entry writes its bulletins on."""

    TABLET = "tablet"
    #: An arbiter types what it wrote; until then nothing is known of it.
    PAPER = "paper"
    #: Not there: nothing is awaited of it, and what it does not play is nil (6.2).
    NOTHING = "nothing"
    #: There, and not in the game, or not any more (3.8.3): of a turn only, nobody chooses it.
    WATCHES = "watches"


#: Of an entry that is there.
PLAYING = (PlaysOn.TABLET, PlaysOn.PAPER)
#: What somebody may say of an entry.
CHOOSABLE = (*PLAYING, PlaysOn.NOTHING)
#: Nothing is awaited of it in a turn.
NOT_AWAITED = (PlaysOn.NOTHING, PlaysOn.WATCHES)


class Role(StrEnum):
    """What an account may do in one tournament."""

    ORGANISER = "organiser"
    JUDGE = "judge"
    ARBITER = "arbiter"
    DOUBLE_ARBITER = "double_arbiter"
    #: A member of the *commission d'arbitrage* (6.4.1).
    COMMISSION = "commission"


#: The smallest power first, as people are to choose among them.
ROLES_BY_POWER = (
    Role.ARBITER,
    Role.DOUBLE_ARBITER,
    Role.COMMISSION,
    Role.JUDGE,
    Role.ORGANISER,
)


class TournamentState(StrEnum):
    """Who sees a tournament; its games have states of their own."""

    #: Its staff.
    DRAFT = "draft"
    #: Everybody.
    PUBLISHED = "published"
    #: Everybody, and nothing of it can be changed.
    ARCHIVED = "archived"


class Discipline(StrEnum):
    """What a tournament plays."""

    DUPLICATE = "duplicate"
    #: Matches of two players.
    CLASSIC = "classic"


class Publicity(StrEnum):
    """When what persons have scored is public; what happens on the grid always is."""

    #: Turn by turn, as it is revealed.
    LIVE = "live"
    #: Once the game is over.
    GAME = "game"
    #: Once all games are over.
    END = "end"


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
    """What is recorded of a tournament as a whole: its commands, and what else its staff did."""

    PUBLISH = TournamentCommand.PUBLISH
    HIDE = TournamentCommand.HIDE
    ARCHIVE = TournamentCommand.ARCHIVE
    BRING_BACK = TournamentCommand.BRING_BACK
    DELETE = "delete"
    #: Two games exchanged their numbers.
    ORDER = "order"
    #: An archive of it was made, which somebody has.
    COPIED = "copied"
    #: It came from an archive.
    RESTORED = "restored"
    #: A player of it is known by a pseudonym alone from then on.
    ANONYMISED = "anonymised"
    #: A round of a classic tournament was paired, changed, shown, begun or ended.
    ROUND = "round"


class Paper(StrEnum):
    """Sizes of the paper that is printed on."""

    A4 = "a4"
    LETTER = "letter"


class GroupKind(StrEnum):
    """What an organisation keeps a list of, and rankings are filtered by."""

    SERIES = "series"
    CATEGORY = "category"
    CLUB = "club"
    FEDERATION = "federation"


class AccountChangeKind(StrEnum):
    """What the staff does to an account of its organisation."""

    MADE = "made"
    #: A link was made by which somebody may join; nobody knows yet who that is.
    INVITED = "invited"
    JOINED = "joined"
    LEFT = "left"
    PASSWORD = "password"  # noqa: S105 - the name of a change
    CARD = "card"
    RENAMED = "renamed"
    CLOSED = "closed"
    REOPENED = "reopened"
    MANAGES = "manages"
    MANAGES_NOT = "manages-not"


class Mail(StrEnum):
    """What a stranger may ask to be sent."""

    #: The way to register an organisation.
    SIGN_UP = "sign-up"
    #: The way to a new password.
    RESET = "reset"
