"""No page of a match reveals hidden letters: they change no byte of what a browser gets, in any
phase."""

import re
from dataclasses import replace
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from arbitrage.classic.queries import game_for_officer
from engine.rules.classic.letters import UNSEEN
from engine.search.moves import solve
from tests.browser.pages.match_room import open_match
from tests.cached_results import clear_cached_results
from tests.room import Room
from tournament.classic.core.challenges import list_formed_words
from tournament.classic.core.commands import Command, Event
from tournament.classic.core.phases import MatchPhase
from tournament.classic.core.rulings import MatchSanction
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.state import MatchEndReason, MatchGameEnd, MatchPlayer, MatchState
from tournament.classic.core.transitions import apply
from tournament.classic.models import MatchGame
from tournament.classic.queries import games
from tournament.classic.queries.games import load_state
from tournament.classic.services.play import run_command
from tournament.classic.views.organiser import match_record
from tournament.classic.views.player import tablet
from tournament.classic.views.public import matches as public
from tournament.queries import clock, freshness
from tournament.queries.lexica import load_tournament_lexicon

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ?"
#: Moves after which both only pass, which ends the game.
LAST_MOVE = 8
#: Parts of a page that are signed anew each time and depend on the page only.
OF_THE_PAGE = re.compile(
    rb'(?:data-update-token|nonce)="[^"]*"|name="(?:csrfmiddlewaretoken|key)" value="[^"]*"'
)


def list_other_letters(letters: str) -> str:
    """Return as many letters, all replaced by others."""
    return "".join(
        letter if letter == UNSEEN else LETTERS[(LETTERS.index(letter) + 5) % len(LETTERS)]
        for letter in letters
    )


def shuffle_hidden_letters(state: MatchState, viewer_side: Side | None) -> MatchState:
    """Return the same game for someone who may see only the letters of ``own``."""

    def player(side: Side) -> MatchPlayer:
        original = state.get_player(side)
        rack = original.rack if side is viewer_side else list_other_letters(original.rack)
        return replace(original, rack=rack, face_down=list_other_letters(original.face_down))

    end = state.end
    if end is not None and end.remaining_letters is not None:
        end = replace(
            end,
            remaining_letters=(
                list_other_letters(end.remaining_letters[0]),
                list_other_letters(end.remaining_letters[1]),
            ),
        )
    bag = list_other_letters(state.bag[::-1])
    return replace(state, x=player(Side.X), y=player(Side.Y), bag=bag, end=end)


def find_difference(first: bytes, second: bytes) -> tuple[bytes, bytes]:
    index = next((n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), 0)
    return first[index - 60 : index + 60], second[index - 60 : index + 60]


class Viewers:
    """Both tablets, a spectator and a recording arbiter, with the pages that they get."""

    def __init__(self, room: Room, game: MatchGame, monkeypatch: pytest.MonkeyPatch) -> None:
        self.game, self.monkeypatch = game, monkeypatch
        slug, number = room.tournament.slug, game.match_id
        self.checks = 0
        #: who, their own letters, browser, and addresses, with those of the whole pages last
        self.pages: list[tuple[str, Side | None, Client, list[str], list[str]]] = []
        for side, entry in zip(Side, room.entries[:2], strict=True):
            browser = Client()
            browser.get(f"/t/{entry.table.key}/")
            parts = ["/table/match/", reverse("match-decisions")]
            self.pages.append((f"tablet {side}", side, browser, parts, ["/table/"]))
        shown = f"/{slug}/matches/{number}/"
        self.pages.append(("spectator", None, Client(), [shown], [f"{shown}?big=1"]))
        officer = Client()
        officer.force_login(room.user)
        self.pages.append(("arbiter", None, officer, [f"/record/{slug}/{number}/"], []))

    def sent(self, browser: Client, address: str, whole: bool) -> bytes:
        answer = browser.get(address, headers={} if whole else {"HX-Request": "true"})
        assert answer.status_code == HTTPStatus.OK
        return OF_THE_PAGE.sub(b"", answer.content)

    def check(self, state: MatchState, *, whole: bool) -> None:
        """Compare whole pages, or the parts fetched after an event, of the tablets in turn."""
        self.game.refresh_from_db()
        moment = clock.now()
        if state.is_final:
            return
        self.checks += 1
        for index, (viewer, viewer_side, browser, parts, pages) in enumerate(self.pages):
            if not whole and index == self.checks % 2:
                continue
            for address in [*parts, *pages] if whole else parts:
                both = []
                for variant in (state, shuffle_hidden_letters(state, viewer_side)):
                    with self.monkeypatch.context() as patch:
                        for module in (games, game_for_officer):
                            patch.setattr(
                                module, "load_state", lambda _game, variant=variant: variant
                            )
                        for module in (tablet, public, match_record, freshness):
                            patch.setattr(module, "now", lambda: moment)
                        clear_cached_results()  # of the other variant
                        both.append(self.sent(browser, address, whole))
                is_equal = both[0] == both[1]  # pages are too long to be shown
                assert is_equal, f"{viewer} {address} in {state.phase}: {find_difference(*both)!r}"
                assert self.game.seed.encode() not in both[0]


type Step = tuple[Command, Actor, dict[str, Any]]


def choose_step(state: MatchState, lexicon: Any, count: int) -> Step | None:
    """Return the next step of a random game with challenges, exchanges and passes."""
    for side in Side:
        player = state.get_player(side)
        if player.must_draw and state.phase in (MatchPhase.RACKS, MatchPhase.PLAY):
            return (
                Command.DRAW,
                Actor(side.value),
                {"n": min(7 - player.letter_count, len(state.bag))},
            )
    if state.challenge is not None:
        return _challenged(state, count)
    if state.phase is MatchPhase.PLAY:
        return _choose_move(state, state.to_move or Side.X, lexicon)
    if state.phase is MatchPhase.OVER:
        if state.open_move_number is None:
            return None
        other = Actor(state.moves[state.open_move_number].side.other.value)
        return (Command.DECLARE_TOTALS if state.is_judged else Command.CHALLENGE), other, {}
    turned = state.to_move or Side.X
    side, command = {
        MatchPhase.TOSS: (Side.Y if state.toss_letters[0] else Side.X, Command.TOSS),
        MatchPhase.START: ((state.starter or Side.X).other, Command.PRESS),
        MatchPhase.ANNOUNCED: (turned, Command.TURN_BOARD),
        MatchPhase.TURNED: (turned, Command.PRESS),
    }[state.phase]
    return command, Actor(side.value), {}


def list_interruptions(state: MatchState) -> list[MatchState]:
    """Return the interruptions of a turn, each from the given state."""
    mover, now = Actor((state.to_move or Side.X).value), state.clock.updated_at_ms
    score = {"move": 0, "score": 12}
    contested = apply(state, Event(Command.CONTEST_SCORE, mover, now, score))
    out = {"side": "X", "sanction": MatchSanction.EXCLUSION.value, "article": "9.2"}
    return [
        contested,
        apply(contested, Event(Command.CALL_ARBITER, mover, now)),
        apply(state, Event(Command.HOLD, Actor.ARBITER, now)),
        apply(state, Event(Command.SANCTION, Actor.DIRECTOR, now, out)),
        replace(state, end=MatchGameEnd(MatchEndReason.STOPPED, now)),
        state.with_player(Side.X, declared_totals=(1, 2)).with_player(
            Side.Y, declared_totals=(2, 1)
        ),
    ]


def _challenged(state: MatchState, count: int) -> Step:
    open_challenge = state.challenge
    assert open_challenge is not None
    if open_challenge.words is None:
        words = list_formed_words(state.moves[open_challenge.move_number])[:1]
        return Command.SLIP, Actor(open_challenge.challenger.value), {"words": words}
    return (
        Command.VERDICT,
        Actor.ARBITER,
        {"words": dict.fromkeys(open_challenge.words, count % 2 == 0)},
    )


def _choose_move(state: MatchState, side: Side, lexicon: Any) -> Step:
    actor, move_count = Actor(side.value), len(state.moves)
    if state.open_move_number is not None and move_count % 5 == 3 and state.challenge is None:
        return Command.CHALLENGE, actor, {}
    rack = state.get_player(side).letters
    if move_count == 4:
        return Command.EXCHANGE, actor, {"n": 2, "letters": state.get_player(side).rack[:2]}
    moves = solve(state.board, rack, lexicon)
    if not moves or move_count == 7 or move_count >= LAST_MOVE:
        return Command.PASS, actor, {}
    best = max(moves, key=lambda move: move.score)
    data = {"word": best.word, "ref": str(best.place), "score": best.score}
    return Command.PLAY, actor, data


@pytest.mark.django_db
def test_hidden_letters_change_no_byte_of_any_page(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = open_match(room)
    viewers = Viewers(room, game, monkeypatch)
    lexicon = load_tournament_lexicon(room.tournament)
    phases: set[MatchPhase] = set()
    interrupted: list[MatchState] = []
    for count in range(400):
        game.refresh_from_db()
        state = load_state(game)
        if state.phase not in phases:
            viewers.check(state, whole=state.phase is MatchPhase.PLAY)
        phases.add(state.phase)
        if len(state.moves) == 6 and state.phase is MatchPhase.PLAY and not interrupted:
            interrupted = list_interruptions(state)
            for other in interrupted:
                viewers.check(other, whole=False)
        done = choose_step(state, lexicon, count)
        if done is None:
            break
        command, actor, data = done
        run_command(game_id=game.pk, command=command, actor=actor, data=data, now=clock.now())
    assert phases | {state.phase for state in interrupted} == {*MatchPhase}
    game.refresh_from_db()
    assert load_state(game).is_final


def test_letters_are_hidden_otherwise_only_where_they_are_hidden() -> None:
    assert list_other_letters("AZ?") == "FDE"
