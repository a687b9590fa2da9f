"""Nothing hidden in a match reaches a browser: whatever the opponent's letters and the bag are,
each is sent the same bytes, in every phase of a whole match."""

import re
from dataclasses import replace
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from arbitrage.classic.queries import match_file
from engine.rules.classic.letters import UNSEEN
from engine.search.moves import solve
from tests.browser.pages.match_room import open_match
from tests.room import Room
from tournament.classic.core.challenges import formed
from tournament.classic.core.commands import Command, Event
from tournament.classic.core.rulings import MatchSanction
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.state import End, MatchEndReason, MatchPhase, MatchPlayer, MatchState
from tournament.classic.core.transitions import apply
from tournament.classic.models import MatchGame
from tournament.classic.queries import games
from tournament.classic.queries.games import state_of
from tournament.classic.services.play import command
from tournament.classic.views.organiser import match_record
from tournament.classic.views.player import match as tablet
from tournament.classic.views.public import matches as public
from tournament.queries import clock
from tournament.queries.lexica import lexicon_of_tournament

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ?"
#: Events between two looks at what is sent, beside those at the first of each phase.
EVERY = 25
#: Signed anew for every page, and told of nothing but the page.
OF_THE_PAGE = re.compile(
    rb'(?:data-beside|nonce)="[^"]*"|name="(?:csrfmiddlewaretoken|key)" value="[^"]*"'
)


def others(letters: str) -> str:
    """As many letters, none of them the same."""
    return "".join(
        one if one == UNSEEN else LETTERS[(LETTERS.index(one) + 5) % len(LETTERS)]
        for one in letters
    )


def hidden_otherwise(state: MatchState, own: Side | None) -> MatchState:
    """The same game to whoever may see only ``own`` letters."""

    def player(side: Side) -> MatchPlayer:
        held = state.of(side)
        rack = held.rack if side is own else others(held.rack)
        return replace(held, rack=rack, down=others(held.down))

    end = state.end
    if end is not None and end.left is not None:
        end = replace(end, left=(others(end.left[0]), others(end.left[1])))
    bag = others(state.bag[::-1])
    return replace(state, x=player(Side.X), y=player(Side.Y), bag=bag, end=end)


def difference(one: bytes, other: bytes) -> tuple[bytes, bytes]:
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return one[at - 60 : at + 60], other[at - 60 : at + 60]


class Viewers:
    """Both tablets, a spectator and an arbiter at his record, and what each is sent."""

    def __init__(self, room: Room, game: MatchGame, monkeypatch: pytest.MonkeyPatch) -> None:
        self.game, self.monkeypatch = game, monkeypatch
        slug, number = room.tournament.slug, game.match_id
        self.pages: list[tuple[str, Side | None, Client, list[str]]] = []
        for side, entry in zip(Side, room.entries[:2], strict=True):
            browser = Client()
            browser.get(f"/t/{entry.table.key}/")
            addresses = ["/table/", "/table/match/", reverse("match-decisions")]
            self.pages.append((f"tablet {side}", side, browser, addresses))
        shown = f"/{slug}/matches/{number}/"
        self.pages.append(("spectator", None, Client(), [shown, f"{shown}?big=1"]))
        officer = Client()
        officer.force_login(room.user)
        self.pages.append(("arbiter", None, officer, [f"/record/{slug}/{number}/"]))

    def sent(self, browser: Client, address: str, whole: bool) -> bytes:
        answer = browser.get(address, headers={} if whole else {"HX-Request": "true"})
        assert answer.status_code == HTTPStatus.OK
        return OF_THE_PAGE.sub(b"", answer.content)

    def check(self, state: MatchState, *, whole: bool) -> None:
        """Of the pages as they are opened, or of the parts that are asked for at each news."""
        self.game.refresh_from_db()
        moment = clock.now()
        if state.is_final:
            return
        for who, own, browser, addresses in self.pages:
            for address in addresses:
                both = []
                for told in (state, hidden_otherwise(state, own)):
                    with self.monkeypatch.context() as patch:
                        for module in (games, match_file):
                            patch.setattr(module, "state_of", lambda _game, told=told: told)
                        for module in (tablet, public, match_record):
                            patch.setattr(module, "now", lambda: moment)
                        both.append(self.sent(browser, address, whole))
                same = both[0] == both[1]  # pages are too long to be shown
                assert same, f"{who} {address} in {state.phase}: {difference(*both)!r}"
                assert self.game.seed.encode() not in both[0]


type Step = tuple[Command, Actor, dict[str, Any]]


def step(state: MatchState, lexicon: Any, count: int) -> Step | None:
    """What somebody does next; words are challenged, letters exchanged, turns passed at times."""
    for who in Side:
        player = state.of(who)
        if player.drawing and state.phase in (MatchPhase.RACKS, MatchPhase.PLAY):
            return Command.DRAW, Actor(who.value), {"n": min(7 - player.size, len(state.bag))}
    if state.challenge is not None:
        return _challenged(state, count)
    if state.phase is MatchPhase.PLAY:
        return _move(state, state.to_move or Side.X, lexicon)
    if state.phase is MatchPhase.OVER:
        if state.window is None:
            return None
        other = Actor(state.moves[state.window].side.other.value)
        return (Command.DECLARE_TOTALS if state.is_judged else Command.CHALLENGE), other, {}
    turned = state.to_move or Side.X
    who, what = {
        MatchPhase.TOSS: (Side.Y if state.tossed[0] else Side.X, Command.TOSS),
        MatchPhase.START: ((state.starter or Side.X).other, Command.PRESS),
        MatchPhase.ANNOUNCED: (turned, Command.TURN),
        MatchPhase.TURNED: (turned, Command.PRESS),
    }[state.phase]
    return what, Actor(who.value), {}


def interruptions(state: MatchState) -> list[MatchState]:
    """What a turn may be broken off by, each from where the game stands."""
    mover, now = Actor((state.to_move or Side.X).value), state.clock.at
    score = {"move": 0, "score": 12}
    contested = apply(state, Event(Command.CONTEST_SCORE, mover, now, score))
    out = {"side": "X", "sanction": MatchSanction.EXCLUSION.value, "article": "9.2"}
    return [
        contested,
        apply(contested, Event(Command.CALL_ARBITER, mover, now)),
        apply(state, Event(Command.HOLD, Actor.ARBITER, now)),
        apply(state, Event(Command.SANCTION, Actor.DIRECTOR, now, out)),
        replace(state, end=End(MatchEndReason.STOPPED, now)),
        state.with_player(Side.X, declared=(1, 2)).with_player(Side.Y, declared=(2, 1)),
    ]


def _challenged(state: MatchState, count: int) -> Step:
    asked = state.challenge
    assert asked is not None
    if asked.words is None:
        words = formed(state.moves[asked.move])[:1]
        return Command.SLIP, Actor(asked.by.value), {"words": words}
    return Command.VERDICT, Actor.ARBITER, {"words": dict.fromkeys(asked.words, count % 2 == 0)}


def _move(state: MatchState, side: Side, lexicon: Any) -> Step:
    actor, made = Actor(side.value), len(state.moves)
    if state.window is not None and made % 5 == 3 and state.challenge is None:
        return Command.CHALLENGE, actor, {}
    rack = state.of(side).letters
    if made == 4:
        return Command.EXCHANGE, actor, {"n": 2, "letters": state.of(side).rack[:2]}
    found = solve(state.board, rack, lexicon)
    if not found or made == 7:
        return Command.PASS, actor, {}
    best = max(found, key=lambda move: move.score)
    data = {"word": best.word, "ref": str(best.place), "score": best.score}
    return Command.PLAY, actor, data


@pytest.mark.django_db
def test_what_is_hidden_makes_no_byte_of_what_a_browser_is_sent(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = open_match(room)
    viewers = Viewers(room, game, monkeypatch)
    lexicon = lexicon_of_tournament(room.tournament)
    phases: set[MatchPhase] = set()
    interrupted: list[MatchState] = []
    for count in range(400):
        game.refresh_from_db()
        state = state_of(game)
        if state.phase not in phases or count % EVERY == 0:
            viewers.check(state, whole=state.phase not in phases)
        phases.add(state.phase)
        if len(state.moves) == 6 and state.phase is MatchPhase.PLAY and not interrupted:
            interrupted = interruptions(state)
            for other in interrupted:
                viewers.check(other, whole=False)
        done = step(state, lexicon, count)
        if done is None:
            break
        what, actor, data = done
        command(game_id=game.pk, what=what, actor=actor, data=data, now=clock.now())
    assert phases | {state.phase for state in interrupted} == {*MatchPhase}
    game.refresh_from_db()
    assert state_of(game).is_final


def test_letters_are_hidden_otherwise_only_where_they_are_hidden() -> None:
    assert others("AZ?") == "FDE"
