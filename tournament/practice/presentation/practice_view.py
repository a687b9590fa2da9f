"""The data of the page of a game played alone: the parts of a tablet's state, and sentences.

The retained word of an open turn is never among them.
"""

from typing import Any

from django.utils.translation import gettext as _, ngettext

from tournament.models import Game
from tournament.practice.core.practice_game import PracticeGame, PracticeTurn
from tournament.practice.core.practice_state import (
    WARNING_S,
    PracticeKind,
    PracticePhase,
    PracticeState,
)
from tournament.practice.queries.comparison import (
    compare_with_players,
    count_better_scores,
    find_room_result,
)

#: Phases in which the retained word of the current turn is shown.
_SHOWN = frozenset({PracticePhase.SHOWN, PracticePhase.DONE})


def build_view(
    state: PracticeState, game: PracticeGame, replayed: Game | None, now_ms: int
) -> dict[str, Any]:
    """Return the state for the page; ``replayed``: the game of a tournament, if it is one."""
    is_done = state.phase == PracticePhase.DONE
    view: dict[str, Any] = {
        "now": now_ms,
        "phase": str(state.phase),
        "turns": len(game.turns),
        "total": state.total,
        "top_total": state.top_total,
        "percent": state.percent,
        "clock_s": state.terms.clock_s,
        "left_ms": state.left_ms,
        "state": _build_state(state, game),
        "compared": [],
        "end": None,
    }
    if state.phase in _SHOWN and state.number:
        view["compared"] = list_comparisons(state, game, replayed)
    if is_done and state.terms.kind != PracticeKind.TRIAL:
        view["end"] = _build_end(state, replayed)
    return view


def _build_state(state: PracticeState, game: PracticeGame) -> dict[str, Any] | None:
    """Return the parts of a tablet's state; None before the first turn."""
    if not state.number:
        return None
    turn, is_shown = game.get_turn(state.number), state.phase in _SHOWN
    earlier_turns = game.turns[: state.number if is_shown else state.number - 1]
    result = dict(state.result) if state.result else None
    return {
        "game": {
            "id": 0,
            "number": 0,
            "state": "running",
            "kind": "duplicate",
            "format": game.fmt.key,
            "time_s": state.terms.clock_s,
            "warn_s": _get_warning_time(state),
        },
        "turn": _build_turn(state, game, turn, is_shown=is_shown),
        "board": (turn.lay_word(game.fmt) if is_shown else turn.board).rows(),
        "history": {
            str(earlier.number): {
                "rack": earlier.rack,
                "word": earlier.word,
                "ref": earlier.ref,
                "score": earlier.score,
            }
            for earlier in earlier_turns
        },
        "results": {str(turn.number): result} if result else {},
    }


def _get_warning_time(state: PracticeState) -> int:
    return WARNING_S if state.terms.clock_s > WARNING_S else 0


def _build_turn(
    state: PracticeState, game: PracticeGame, turn: PracticeTurn, *, is_shown: bool
) -> dict[str, Any]:
    top = {
        "word": turn.word,
        "ref": turn.ref,
        "score": turn.score,
        "formed": turn.list_formed_words(game.fmt),
    }
    return {
        "ordinal": turn.number,
        "number": turn.number,
        "state": "revealed" if is_shown else "open",
        "kept": turn.kept,
        "drawn": turn.drawn,
        "rejected": [],
        "rectified": [],
        "time_s": state.terms.clock_s,
        "warn_s": _get_warning_time(state),
        "opened_at": state.opened_ms,
        "closes_at": state.closes_ms,
        "top": top if is_shown else None,
    }


def list_comparisons(state: PracticeState, game: PracticeGame, replayed: Game | None) -> list[str]:
    """Return sentences that compare the points of the last turn with the top, and with the hall or
    the other solutions."""
    turn, points = game.get_turn(state.number), state.lines[-1][2]
    sentences = [_compare_with_top(points, turn.score)]
    if replayed is not None:
        sentences.append(_compare_with_room(replayed, state.number))
        if not game.has_own_words:
            sentences.append(_("Jugé avec le lexique libre : celui de la partie n’est pas public."))
    elif state.terms.kind == PracticeKind.TRIAL and points < turn.score:
        better_count = count_better_scores(turn, points)
        sentences.append(
            ngettext(
                "%(n)d score valait plus que le vôtre.",
                "%(n)d scores différents valaient plus que le vôtre.",
                better_count,
            )
            % {"n": better_count}
        )
    return sentences


def _compare_with_top(points: int, top: int) -> str:
    if points >= top:
        return _("Vous avez le top : 100 %.")
    percent = 100 * points // top if top else 0
    return ngettext(
        "Vous avez %(points)d point sur %(top)d : %(percent)d %% du top.",
        "Vous avez %(points)d points sur %(top)d : %(percent)d %% du top.",
        points,
    ) % {"points": points, "top": top, "percent": percent}


def _compare_with_room(game: Game, number: int) -> str:
    room = find_room_result(game, number)
    if not room.bulletin_count:
        return _("Personne n’a remis de bulletin sur ce coup.")
    return ngettext(
        "Dans la salle, %(found)d bulletin sur %(n)d avait le top.",
        "Dans la salle, %(found)d bulletins sur %(n)d avaient le top.",
        room.top_count,
    ) % {"found": room.top_count, "n": room.bulletin_count}


def _build_end(state: PracticeState, replayed: Game | None) -> dict[str, Any]:
    """Return the end of the game: points in percent, and the ranking of its players."""
    end: dict[str, Any] = {
        "text": ngettext(
            "%(total)d point sur %(top)d : %(percent)d %% du top.",
            "%(total)d points sur %(top)d : %(percent)d %% du top.",
            state.total,
        )
        % {"total": state.total, "top": state.top_total, "percent": state.percent},
        "rank": "",
        "rows": [],
        "lines": [
            {"number": number, "word": word, "ref": ref, "points": points, "top": top}
            for number, (word, ref, points, top) in enumerate(state.lines, 1)
        ],
    }
    comparison = compare_with_players(replayed, state.total) if replayed else None
    if comparison is not None:
        end["rank"] = ngettext(
            "Votre rang avec le joueur de cette partie : %(rank)d.",
            "Votre rang avec les %(n)d joueurs de cette partie : %(rank)d.",
            comparison.player_count,
        ) % {"rank": comparison.rank, "n": comparison.player_count}
        end["rows"] = [
            {
                "rank": row.rank,
                "name": _("Vous") if row.is_own else row.name,
                "total": row.total,
                "own": row.is_own,
            }
            for row in comparison.rows
        ]
    return end
