"""Conversion of the lines of older formats, one version after the other."""

from collections.abc import Callable, Mapping
from typing import Any

from arbitrage.archive.core.manifest import ARCHIVE_VERSION
from tournament.core.states import CountedOver

type Lines = dict[str, list[dict[str, Any]]]
"""Lines as plain data, by member."""

#: Members added by version 2: *mort subite*, *topping* and classic matches.
_MEMBERS_ADDED_BY_2 = (
    *("contenders", "toppings", "topping_runs", "topping_events"),
    *("rounds", "matches", "match_games", "match_events", "match_results", "calls"),
)


def _upgrade_1_to_2(lines: Lines) -> Lines:
    """Add other games than duplicate, the only kind that version 1 has."""
    tournaments = [
        {**line, "discipline": "duplicate", "classic": {}} for line in lines["tournament"]
    ]
    games = [{**line, "kind": "duplicate", "settles": None} for line in lines["games"]]
    added: Lines = {member: [] for member in _MEMBERS_ADDED_BY_2}
    return {**lines, "tournament": tournaments, "games": games, **added}


def _upgrade_2_to_3(lines: Lines) -> Lines:
    """Add the tournament's own bonus for solos: before, it was always that of the edition. Add the
    clocks of games on paper, the common time of rounds, and the boards of toppings."""
    solo_fields = {"solo_points": None, "solo_players": None}
    time_fields = {"clock_left_ms": None, "clock_ends_at": None}
    return {
        **lines,
        "tournament": [{**line, **solo_fields} for line in lines["tournament"]],
        "rounds": [{**line, **time_fields} for line in lines["rounds"]],
        "topping_runs": [{**line, "board": None} for line in lines["topping_runs"]],
        "table_clocks": [],
        "clock_events": [],
    }


def _upgrade_3_to_4(lines: Lines) -> Lines:
    """Add the journal of the tournament, in which earlier versions have no row, the standings of
    matches, and the mark of tournaments restored although their file was refused."""
    tournament = [{**line, "unverified": None} for line in lines["tournament"]]
    return {**lines, "tournament": tournament, "tournament_journal": [], "match_standings": []}


def _upgrade_4_to_5(lines: Lines) -> Lines:
    """Add what the public pages say: address, contact, frames of other sites, hours of games."""
    public_fields = {"venue_address": "", "contact": "", "is_embeddable": False}
    return {
        **lines,
        "tournament": [{**line, **public_fields} for line in lines["tournament"]],
        "games": [{**line, "starts_at": None} for line in lines["games"]],
    }


def _upgrade_5_to_6(lines: Lines) -> Lines:
    """Add the last day of tournaments that last several."""
    return {**lines, "tournament": [{**line, "ends_on": None} for line in lines["tournament"]]}


def _upgrade_6_to_7(lines: Lines) -> Lines:
    """Add whether slips give points and total."""
    tournament = [{**line, "points_on_slips": False} for line in lines["tournament"]]
    return {**lines, "tournament": tournament}


def _upgrade_7_to_8(lines: Lines) -> Lines:
    """Add the centres of a tournament that is played in several rooms."""
    added: dict[str, dict[str, Any]] = {
        "tournament": {"counted_over": CountedOver.WHOLE},
        "staff": {"centre": None},
        "roles": {"centre": ""},
        "tables": {"centre": None},
        "seats": {"centre": None},
    }
    changed = {
        member: [{**line, **fields} for line in lines[member]] for member, fields in added.items()
    }
    return {**lines, **changed, "centres": []}


#: Functions that convert lines to the next version, by the version of their argument.
UPGRADES: Mapping[int, Callable[[Lines], Lines]] = {
    1: _upgrade_1_to_2,
    2: _upgrade_2_to_3,
    3: _upgrade_3_to_4,
    4: _upgrade_4_to_5,
    5: _upgrade_5_to_6,
    6: _upgrade_6_to_7,
    7: _upgrade_7_to_8,
}


def upgrade_lines(lines: Lines, version: int) -> Lines:
    """Return ``lines`` of ``version``, at most VERSION, in the current format."""
    for previous in range(version, ARCHIVE_VERSION):
        lines = UPGRADES[previous](lines)
    return lines


def upgrade_manifest(manifest: dict[str, Any], version: int) -> dict[str, Any]:
    """Return the manifest of ``version`` in the current format: 1 has games only in ``secret``."""
    return {**manifest, "secret": {"games": manifest.get("secret")}} if version == 1 else manifest
