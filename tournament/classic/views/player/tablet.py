"""The content of the tablet of a player of a classic match."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.classic.core.visible_state import Viewer, VisibleState
from tournament.classic.models import Match
from tournament.classic.presentation.match.current_actions import build_action_box
from tournament.classic.presentation.match.match_words import describe_match_place, format_number
from tournament.classic.presentation.match.public import get_both_names
from tournament.classic.presentation.match.requests import (
    list_contestable_moves,
    list_requests,
    list_slip_words,
)
from tournament.classic.presentation.match.sanctions import list_recent_sanctions, list_sanctions
from tournament.classic.presentation.match.seat import ActionBox, MatchAction, MatchSeat
from tournament.classic.queries.event_replay import list_events
from tournament.classic.queries.games import list_games, load_state, load_visible_state
from tournament.classic.queries.own_matches import (
    CurrentMatch,
    OwnResult,
    get_current_match,
    get_next_match,
    list_results_of_entry,
)
from tournament.classic.queries.ruling_histories import list_rulings
from tournament.classic.queries.table_clocks import has_table_clock
from tournament.classic.views.match_display import (
    ClockFace,
    LinePairs,
    build_clock_faces,
    build_common_face,
    describe_bag,
    find_last_move,
    pair_lines,
)
from tournament.models import Entry
from tournament.protocol.update_channel import make_update_token
from tournament.queries.clock import now, to_milliseconds
from tournament.queries.people.public_names import PublicNames


@dataclass(frozen=True, slots=True)
class TabletMatch:
    """A game as displayed on the tablet."""

    seat: MatchSeat
    box: ActionBox
    faces: list[ClockFace]
    common: ClockFace | None
    line_pairs: LinePairs
    names: tuple[str, str]
    match_place: str
    sanctions: list[str]
    bag: str
    slip_words: list[str]
    contestable_moves: list[tuple[int, str]]
    requests: list[MatchAction]
    toss_tiles: list[dict[str, str]]
    face_down_count: int
    warn: int

    @property
    def face_down_tiles(self) -> range:
        return range(self.face_down_count)


def build_context(entry: Entry) -> dict[str, Any]:
    place, moment = get_current_match(entry), now()
    names = PublicNames(entry.tournament)
    tablet = _build_tablet(place, names, moment) if place and place.game else None
    state = _build_state(entry, place, tablet, to_milliseconds(moment))
    next_match = get_next_match(entry)
    channels = [f"classic:{entry.tournament_id}"]
    if place:
        channels.append(f"match:{place.match.pk}")
    return {
        "state": state,
        "token": make_update_token(*channels),
        "tablet": tablet,
        "place": place,
        "on_paper": place is not None and has_table_clock(place.match),
        "results": [_build_result_row(result, names) for result in list_results_of_entry(entry)],
        "following": _describe_next_match(next_match, entry, names) if next_match else "",
    }


def _build_result_row(result: OwnResult, names: PublicNames) -> dict[str, Any]:
    scores = " · ".join(
        f"{format_number(own)} – {format_number(opponents)}" for own, opponents in result.scores
    )
    opponent = names.get_entry_name(result.opponent) if result.opponent else _("exempt")
    tie_break = format_number(result.tie_break)
    return {"result": result, "opponent": opponent, "scores": scores, "tie_break": tie_break}


def _describe_next_match(match: Match, entry: Entry, names: PublicNames) -> str:
    """Return the sentence about the next match."""
    number = match.round.number if match.round else 0
    other = match.y if match.x_id == entry.pk else match.x
    if other is None:
        return _("Ronde %(round)s : vous êtes exempt.") % {"round": number}
    data = {
        "round": number,
        "name": names.get_entry_name(other),
        "table": match.board_number or "–",
    }
    return _("Ronde %(round)s : table %(table)s, contre %(name)s.") % data


def _build_tablet(place: CurrentMatch, names: PublicNames, moment: datetime) -> TabletMatch:
    game, side = place.game, place.side
    assert game is not None
    names_of_both = get_both_names(place.match, names)
    more_games = game.over_at is not None and place.match.over_at is None
    state = load_visible_state(game, Viewer(side.value), moment)
    full_state = load_state(game)
    rulings = list_rulings(game, list_events(game)) if full_state.rulings else []
    recent_sanctions = list_recent_sanctions(rulings, full_state, names_of_both)
    seat = MatchSeat(
        state, side, names_of_both, has_next_game=more_games, recent_sanctions=recent_sanctions
    )
    names_own_first, tossed = side.put_first(names_of_both), side.put_first(state.toss_letters)
    return TabletMatch(
        seat=seat,
        box=build_action_box(seat),
        faces=build_clock_faces(state, names_of_both),
        common=build_common_face(state),
        line_pairs=pair_lines(state),
        names=names_own_first,
        match_place=describe_match_place(place.match, game.number, list_games(place.match).count()),
        sanctions=list_sanctions(rulings, full_state, names_of_both),
        bag=describe_bag(state),
        slip_words=list_slip_words(seat),
        contestable_moves=list_contestable_moves(seat),
        requests=list_requests(seat),
        toss_tiles=_list_toss_tiles(state, tossed, names_own_first),
        face_down_count=0 if seat.is_recorded else seat.player.face_down_count,
        warn=state.terms.warn_s * 1000,
    )


def _list_toss_tiles(
    state: VisibleState, tossed: tuple[str, str], names: tuple[str, str]
) -> list[dict[str, str]]:
    """Return the letters of the toss until the first draw."""
    if state.moves or state.x.letter_count or state.y.letter_count or not any(tossed):
        return []
    return [{"letter": letter, "name": name} for letter, name in zip(tossed, names, strict=True)]


def _build_state(
    entry: Entry, place: CurrentMatch | None, tablet: TabletMatch | None, at_ms: int
) -> dict[str, Any]:
    """Return the data for the scripts; of letters only those that the player has turned up."""
    common_data = {"address": reverse("table-match"), "seat": entry.pk, "now": at_ms}
    if place is None or place.game is None or tablet is None:
        return common_data | {
            "is_recorded": False, "game": 0, "move_count": 0, "rows": [], "rack": "",
            "last_move": None, "allowed_commands": [], "spoken_text": "",
        }  # fmt: skip
    seat, state = tablet.seat, tablet.seat.state
    allowed = [
        name
        for name, is_allowed in (("play", state.can_play), ("exchange", state.can_exchange))
        if is_allowed
    ]
    return common_data | {
        "is_recorded": seat.is_recorded,
        "game": place.game.pk,
        "move_count": len(state.moves),
        "rows": state.rows,
        "rack": "" if seat.is_recorded else seat.player.rack,
        "last_move": find_last_move(state),
        "allowed_commands": [] if seat.is_recorded else allowed,
        "spoken_text": tablet.box.spoken_text,
    }
