"""Life of a round, and how a match of it may have ended, as tables."""

from enum import StrEnum


class RoundState(StrEnum):
    #: Its pairs are made, the organisers look at them.
    PREPARED = "prepared"
    #: Everybody sees who meets whom.
    PUBLISHED = "published"
    RUNNING = "running"
    #: All matches are over; a result may still be corrected.
    FINISHED = "finished"


class RoundCommand(StrEnum):
    PUBLISH = "publish"
    #: Nobody has played: the pairs are hidden again, and may be changed.
    TAKE_BACK = "take-back"
    START = "start"
    FINISH = "finish"
    #: A match has to be played, or played again.
    REOPEN = "reopen"


ROUND_TRANSITIONS: dict[tuple[RoundState, RoundCommand], RoundState] = {
    (RoundState.PREPARED, RoundCommand.PUBLISH): RoundState.PUBLISHED,
    (RoundState.PUBLISHED, RoundCommand.TAKE_BACK): RoundState.PREPARED,
    (RoundState.PUBLISHED, RoundCommand.START): RoundState.RUNNING,
    (RoundState.RUNNING, RoundCommand.FINISH): RoundState.FINISHED,
    (RoundState.FINISHED, RoundCommand.REOPEN): RoundState.RUNNING,
}
#: What is noted of a round that a decision has opened again, with a match of it.
MATCH_REOPENED = "match-reopened"
#: And when a player is excluded from the tournament, or that is taken back.
EXCLUDED, READMITTED = "excluded", "readmitted"
#: Rounds whose pairs everybody may see, and that count.
SHOWN = (RoundState.PUBLISHED, RoundState.RUNNING, RoundState.FINISHED)
#: Rounds in which results are written.
PLAYED = (RoundState.RUNNING, RoundState.FINISHED)


class ResultKind(StrEnum):
    """How an officer says that a match went."""

    #: By the scores on the match sheet (2.4).
    SHEET = "sheet"
    #: Somebody has said "J'abandonne"; the scores are as they stood (10.7).
    GIVEN_UP = "given-up"
    #: The director declares who was not there the loser (10.5).
    FORFEIT = "forfeit"
    #: Neither was there: both have lost.
    BOTH_AWAY = "both-away"


#: Kinds of a match that has scores.
WITH_SCORES = (ResultKind.SHEET, ResultKind.GIVEN_UP)
