"""What an archive keeps of toppings and of matches between two: a piece of the table of parts."""

from arbitrage.archive.queries.kept import KeptField, KeptPart, columns
from arbitrage.archive.queries.names import Named
from arbitrage.classic.models import TableCall
from tournament.classic.models import Match, MatchEvent, MatchGame, MatchResult, MatchRound
from tournament.topping.models import Topping, ToppingEvent, ToppingRun

_ENTRY = ("entry_id", Named.ENTRY)
_TOPPING = ("topping_id", Named.TOPPING)

#: In the order in which they can be written, after everything of duplicate games.
OTHER_GAMES: tuple[KeptPart, ...] = (
    KeptPart(
        "toppings",
        Topping,
        "tournament",
        (
            *columns(
                "number title mode state limit_s penalty_s pause_s script tops seed extra_words",
                uids="uid",
                moments="made_at opened_at closed_at",
            ),
            KeptField("word_list", "word_list__checksum"),
            KeptField("words", "word_list__count"),
        ),
        ("number",),
    ),
    KeptPart(
        "topping_runs",
        ToppingRun,
        "topping__tournament",
        columns(
            "position state turn held_ms seq",
            uids="uid",
            moments="began_at expires_at started_at ended_at",
            topping=_TOPPING,
            entry=_ENTRY,
        ),
    ),
    KeptPart(
        "topping_events",
        ToppingEvent,
        "topping__tournament",
        columns(
            "seq kind turn data",
            moments="at",
            by=["by"],
            topping=_TOPPING,
            run=("run_id", Named.TOPPING_RUN),
        ),
    ),
    KeptPart(
        "rounds",
        MatchRound,
        "tournament",
        columns("number state", uids="uid", moments="published_at started_at finished_at"),
        ("number",),
    ),
    KeptPart(
        "matches",
        Match,
        "tournament",
        columns(
            "board_number terms winner points_x points_y difference",
            uids="uid",
            moments="over_at",
            round=("round_id", Named.ROUND),
            x=("x_id", Named.ENTRY),
            y=("y_id", Named.ENTRY),
        ),
        ("uid",),
    ),
    KeptPart(
        "match_games",
        MatchGame,
        "match__tournament",
        (
            *columns(
                "number seed terms starter_given seq phase to_move score_x score_y winner waiting",
                uids="uid",
                moments="opened_at expires_at over_at",
                match=("match_id", Named.MATCH),
            ),
            KeptField("words", "word_list__checksum"),
            KeptField("words_count", "word_list__count"),
        ),
        ("match__uid", "number"),
    ),
    KeptPart(
        "match_events",
        MatchEvent,
        "game__match__tournament",
        columns(
            "seq command actor data key signed reason salts erased",
            moments="at",
            by=["by"],
            game=("game_id", Named.MATCH_GAME),
        ),
        ("game__uid", "seq"),
    ),
    KeptPart(
        "match_results",
        MatchResult,
        "match__tournament",
        columns(
            "kind games winner signed reason salts erased",
            uids="uid",
            moments="at",
            by=["by"],
            match=("match_id", Named.MATCH),
        ),
        ("match__uid", "at", "pk"),
    ),
    KeptPart(
        "calls",
        TableCall,
        "tournament",
        columns(
            "number kind side about said state closed_seq proposed otherwise salts erased",
            moments="at taken_at closed_at",
            uids="uid",
            by=["taken_by", "closed_by"],
            game=("game_id", Named.MATCH_GAME),
        ),
        ("number",),
    ),
)
