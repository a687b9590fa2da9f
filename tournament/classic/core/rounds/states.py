"""The states of a round, and the kinds of result of a match, as tables."""

from enum import StrEnum


class RoundState(StrEnum):
    #: The pairs are made, visible to the organisers only.
    PREPARED = "prepared"
    #: The pairs are public.
    PUBLISHED = "published"
    RUNNING = "running"
    #: All matches are over; a result may still be corrected.
    FINISHED = "finished"


class RoundCommand(StrEnum):
    PUBLISH = "publish"
    #: Before any game: the pairs are hidden again and may change.
    TAKE_BACK = "take-back"
    START = "start"
    FINISH = "finish"
    #: A match has to be played or replayed.
    REOPEN = "reopen"


ROUND_TRANSITIONS: dict[tuple[RoundState, RoundCommand], RoundState] = {
    (RoundState.PREPARED, RoundCommand.PUBLISH): RoundState.PUBLISHED,
    (RoundState.PUBLISHED, RoundCommand.TAKE_BACK): RoundState.PREPARED,
    (RoundState.PUBLISHED, RoundCommand.START): RoundState.RUNNING,
    (RoundState.RUNNING, RoundCommand.FINISH): RoundState.FINISHED,
    (RoundState.FINISHED, RoundCommand.REOPEN): RoundState.RUNNING,
}
#: Change of a round that a decision reopened, with one of its matches.
MATCH_REOPENED = "match-reopened"
#: Changes when a player is excluded from the tournament or readmitted.
EXCLUDED, READMITTED = "excluded", "readmitted"
#: States of public rounds, which count.
PUBLIC_STATES = (RoundState.PUBLISHED, RoundState.RUNNING, RoundState.FINISHED)
#: States in which results are entered.
RESULT_STATES = (RoundState.RUNNING, RoundState.FINISHED)


class ResultKind(StrEnum):
    """The end of a match as an officer entered it."""

    #: By the scores on the match sheet (2.4).
    SHEET = "sheet"
    #: A player abandoned; the scores stand as they were (10.7).
    GIVEN_UP = "given-up"
    #: The director declares the absent player the loser (10.5).
    FORFEIT = "forfeit"
    #: Both were absent and have lost.
    BOTH_AWAY = "both-away"


#: Kinds of result with scores.
KINDS_WITH_SCORES = (ResultKind.SHEET, ResultKind.GIVEN_UP)
