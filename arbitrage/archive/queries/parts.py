"""The table of what an archive keeps: for each member the model, and field by field its columns."""

from typing import Any

from django.db.models import Model

from arbitrage.archive.queries.kept import KeptField, KeptPart, Spelling, columns
from arbitrage.archive.queries.names import Named
from arbitrage.archive.queries.other_games import OTHER_GAMES
from arbitrage.models import (
    Act,
    Appeal,
    LookPlan,
    PaperBulletin,
    Ruling,
    SecondLook,
    Sitting,
    Slip,
    Statement,
)
from tournament.models import (
    Bulletin,
    Contender,
    EntryImport,
    Explanation,
    Group,
    Journal,
    LateBulletin,
    Player,
    RoleChange,
    Score,
    Seat,
    SeatingChange,
    StaffMember,
    Table,
    Team,
    TookPart,
    TournamentChange,
    Turn,
)

_OF_TURN = "turn__game__tournament"
_BY_TURN = ("turn__game__number", "turn__ordinal")
_BY_ENTRY = (*_BY_TURN, "entry__uid")
_ENTRY = ("entry_id", Named.ENTRY)
_HANDED = (
    *columns("rev device rows struck reference score", entry=_ENTRY),
    KeptField("at", "arrived_at", Spelling.MOMENT),
)
_TYPED = "version rows struck reference score state"
_TYPED_IN = (
    *columns(_TYPED, moments="at", by=["by"], entry=_ENTRY),
    KeptField("contests", "contests__version"),
)
_PERSON = "last_name first_name licence club federation country birth_year series category"


def _of_entries(
    member: str, model: type[Model], *more: str, fields: tuple[KeptField, ...]
) -> KeptPart:
    return KeptPart(member, model, _OF_TURN, fields, (*_BY_ENTRY, *more), turn=True)


def _of_cases(member: str, model: type[Model], same: str, **more: Any) -> KeptPart:
    """In the order written: the journal holds them so."""
    fields = columns(same, case=("appeal_id", Named.CASE), **more)
    order = ("appeal__number", "pk")
    return KeptPart(member, model, "appeal__tournament", fields, order, turn_by="appeal__turn")


#: In the order in which they can be written: what a line names comes before it.
PARTS: tuple[KeptPart, ...] = (
    KeptPart(
        "groups",
        Group,
        "organisation",
        columns("kind code name position age_from age_to"),
        ("kind", "position", "code"),
        house=True,
    ),
    KeptPart(
        "changes",
        TournamentChange,
        "tournament",
        columns("kind name data", moments="at", by=["by"]),
    ),
    KeptPart(
        "staff", StaffMember, "tournament", columns("role", by=["user"]), ("user__username", "role")
    ),
    KeptPart("players", Player, "tournament", columns(_PERSON, uids="uid")),
    KeptPart("teams", Team, "tournament", columns("name"), ("name",)),
    KeptPart(
        "imports",
        EntryImport,
        "tournament",
        columns("file_name", moments="at undone_at", by=["by"], number=("pk", Named.IMPORT)),
    ),
    KeptPart(
        "tables", Table, "tournament", columns("number renewals", by=["arbiter"]), ("number",)
    ),
    KeptPart(
        "roles", RoleChange, "tournament", columns("role given", moments="at", by=["user", "by"])
    ),
    KeptPart(
        "seating", SeatingChange, "tournament", columns("kind seed moves", moments="at", by=["by"])
    ),
    KeptPart(
        "seats",
        Seat,
        "game__tournament",
        columns(game=("game_id", Named.GAME), entry=_ENTRY, table=("table_id", Named.TABLE)),
        ("game__number", "entry__uid"),
    ),
    KeptPart(
        "contenders",
        Contender,
        "game__tournament",
        columns("fell", game=("game_id", Named.GAME), entry=_ENTRY),
        ("game__number", "entry__uid"),
    ),
    KeptPart(
        "turns",
        Turn,
        "game__tournament",
        columns(
            "ordinal number state set_aside kept drawn rejected may_reject time_s to_decide"
            " decided word ref score",
            moments="opened_at closes_at collects_at closed_at solved_at corrected_at",
            game=("game_id", Named.GAME),
        ),
        ("game__number", "ordinal"),
    ),
    _of_entries("bulletins", Bulletin, fields=_HANDED),
    _of_entries("late", LateBulletin, fields=_HANDED),
    _of_entries(
        "papers",
        PaperBulletin,
        "version",
        fields=_TYPED_IN,
    ),
    _of_entries("took_part", TookPart, fields=columns("plays_on typed", entry=_ENTRY)),
    _of_entries(
        "rulings",
        Ruling,
        "version",
        fields=columns(
            "version status origin rev key received verdict points gross sanction motives article"
            " reason in_time in_time_article came_since salts erased",
            moments="at",
            uids="gesture",
            by=["by"],
            entry=_ENTRY,
        ),
    ),
    KeptPart(
        "acts",
        Act,
        _OF_TURN,
        columns(
            "kind data automatic article reason salts erased",
            moments="at",
            uids="uid",
            by=["by"],
            entry=_ENTRY,
            takes_back=("takes_back_id", Named.ACT),
        ),
        turn=True,
    ),
    KeptPart("look_plans", LookPlan, "tournament", columns("plan", moments="at", by=["by"])),
    KeptPart(
        "looks",
        SecondLook,
        _OF_TURN,
        columns(
            "version settled_version points sanction state motive reason salts erased",
            moments="at settled_at",
            uids="uid",
            by=["by", "ruled_by", "settled_by"],
            entry=_ENTRY,
        ),
        turn=True,
    ),
    _of_entries(
        "slips",
        Slip,
        "version",
        fields=columns(
            "version content word ref claimed rectifies wanted",
            moments="made_at shown_at printed_at handed_at",
            uids="uid",
            by=["handed_by"],
            entry=_ENTRY,
        ),
    ),
    KeptPart(
        "cases",
        Appeal,
        "tournament",
        columns(
            "number subject origin version grounds article state reason order decision_version"
            " salts erased",
            moments="filed_at closed_at order_done_at informed_at asked_at completed_at",
            uids="uid",
            by=["by", "closed_by", "informed_by"],
            entry=_ENTRY,
            act=("act_id", Named.ACT),
            against=("against_id", Named.CASE),
        ),
        ("number",),
        turn=True,
    ),
    _of_cases("statements", Statement, "speaker text salts erased", moments="at", by=["by"]),
    _of_cases("sittings", Sitting, "name salts erased", by=["user"]),
    KeptPart(
        "explanations",
        Explanation,
        _OF_TURN,
        columns("parts", ref=("id", Named.EXPLANATION)),
        _BY_TURN,
        turn=True,
        sort=("game", "turn", "ref"),
    ),
    _of_entries(
        "scores",
        Score,
        fields=columns(
            "points gross sanction average warnings word ref article",
            entry=_ENTRY,
            explanation=("explanation_id", Named.EXPLANATION),
        ),
    ),
    KeptPart(
        "journal",
        Journal,
        "game__tournament",
        columns(
            "seq kind data signed salts erased chain",
            moments="at",
            by=["by"],
            game=("game_id", Named.GAME),
            turn=("turn_id", Named.TURN),
        ),
        ("game__number", "seq"),
    ),
    *OTHER_GAMES,
)
