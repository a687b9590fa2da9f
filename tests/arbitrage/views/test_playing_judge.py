"""A judge who plays: the staff receive no top until the judge has handed in."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client

from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.sheets.sheet import Sheet
from arbitrage.services.correction import correct_turn
from tests.bulletins import RACK, collect, enter_paper, hand_in_bulletins
from tests.french import plain
from tests.room import Listener, Room, ring, solve_now
from tests.rows import every_row
from tests.tournament.services.prepared.prepared_game import create_prepared
from tests.tournament.views.office import SignIn, read_text, reverse_for
from tournament.core.errors import NotAllowed, WrongState
from tournament.core.states import Role, Source
from tournament.models import Game, Journal, Turn
from tournament.protocol import STAFF, Audience, bus, encode, parts
from tournament.queries import clock
from tournament.queries.results.tops import list_moves, load_choice
from tournament.services.play.games import annul_game
from tournament.services.play.playing_judge import set_table_of_judge
from tournament.services.play.turns import announce_turn, draw_turn, open_turn, reveal_turn
from tournament.services.preparation import open_seal

#: Where the judge plays: nothing comes from the tablet of table 6, a bulletin from that of table 1.
ON_PAPER, ON_TABLET = 6, 1
#: All that the staff can read of a turn.
PAGES: list[tuple[str, tuple[Any, ...]]] = [
    ("judge-desk", ()),
    ("judge-desk-part", ()),
    ("judge-ask", ("cancel",)),
    ("judge-ask", ("finish",)),
    ("arbiter-list", ()),
    ("arbiter-rows", ()),
    ("arbiter-print", ()),
    ("arbiter-sheet", ()),
    ("arbiter-keying", ()),
    ("arbiter-paper", (1, 1)),
    ("arbiter-paper-state", (1, 1)),
    ("arbiter-paper-history", (1, 1, "entry")),
    ("players", ()),
    ("arbiter-solutions", (1, 1)),
    ("arbiter-turns", ()),
    ("arbiter-slips", ()),
    ("player-cheating", ("entry",)),
    ("arbiter-account", (1, "entry")),
    ("arbiter-confirm", (1, 1, "entry")),
    ("arbiter-equal", (1, 1, "entry")),
    ("arbiter-change", (1, 1, "entry")),
    ("arbiter-bench", (1, 1, "entry")),
    ("journal", ()),
    ("journal-print", ()),
    ("journal-csv", ()),
    ("office-tournament", ()),
    ("office-game", (1,)),
    ("office-ranking", ()),
    ("public-ranking", ()),
    ("public-ranking-csv", ()),
]
#: What they read before all bulletins are there, which shows the turn otherwise.
EARLY = {"judge-desk", "judge-desk-part", "arbiter-list", "arbiter-keying", "arbiter-paper"}
EARLY |= {"arbiter-solutions", "arbiter-turns", "journal"}
_TAGS = re.compile(r"<[^>]*>")
#: Names of rows, which may happen to be the number that is looked for.
_ROWS = re.compile(r'"(entry|turn)": \d+')


@dataclass
class Wire:
    """Every response and every frame of the sockets that the staff receive."""

    room: Room
    browser: Client
    messages_heard: Listener
    frames: list[bytes] = field(default_factory=list)

    def hear(self, envelope: bus.Envelope) -> None:
        if isinstance(envelope, bus.Frames):
            self.frames += [
                envelope.frames[audience] for audience in STAFF if audience in envelope.frames
            ]
        self.messages_heard.hear(envelope)

    def read_answers(self, *, early: bool) -> Iterator[tuple[str, str]]:
        """Yield the name of each page and its text; those of an entry for the judge's and one with
        a bulletin."""
        for name, arguments in PAGES:
            if early and name not in EARLY:
                continue
            for number in (ON_TABLET, ON_PAPER) if "entry" in arguments else (ON_TABLET,):
                entry = self.room.entries[number - 1].pk
                args = [entry if argument == "entry" else argument for argument in arguments]
                page = self.browser.get(
                    reverse_for(self.room, name, *args), {"what": "all"}, follow=True
                )
                yield f"{name} {number}", plain(page.content.decode())
        for table in () if early else (2, ON_PAPER):
            page = self.browser.get(reverse_for(self.room, "arbiter-paper", 1, 1), {"table": table})
            yield f"keying {table}", plain(page.content.decode())

    def read_messages(self) -> Iterator[str]:
        """Yield the frames since the last call, and the snapshot of a new connection."""
        yield from (frame.decode() for frame in self.frames)
        self.frames.clear()
        for audience in STAFF:
            yield encode(parts.build_snapshot(self.room.tournament.pk, audience)).decode()

    def check(self, turn: Turn, stage: str, *, pages: bool = True, early: bool = True) -> None:
        """Check that no page or frame has a word of the top score, or that score."""
        moves = list_moves(turn.solutions)
        score = moves[0].score
        words = re.compile(
            "|".join({move.word for move in moves if move.score == score}), re.IGNORECASE
        )
        number = re.compile(rf"(?<![\w-]){score}(?![\w-])")
        with every_row() as row:
            for name, page in self.read_answers(early=early) if pages else ():
                with row(f"{stage}: {name}"):
                    assert not words.search(page), words.search(page)
                    assert not number.search(_ROWS.sub(" ", _TAGS.sub(" ", page)))
            for message in self.read_messages():
                with row(f"{stage}: {message[:60]}"):
                    assert not words.search(message)
                    assert score not in list(_list_numbers(json.loads(message)))
        self.messages_heard.check()


def _list_numbers(value: Any, key: str = "") -> Iterator[int]:
    """Yield every number that is not the name of a row or a moment."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _list_numbers(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from _list_numbers(inner, key)
    elif isinstance(value, int) and key not in {"id", "game_id", "seq", "prev", "now"}:
        yield value


@pytest.fixture
def wire(room: Room, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch) -> Wire:
    browser = sign_in(Role.ORGANISER, Role.JUDGE, Role.ARBITER, name="seul")
    wire_ = Wire(room, browser, Listener(room.tournament))
    monkeypatch.setattr(bus, "publish", wire_.hear)
    wire_.messages_heard.join(room.entries)
    return wire_


def draw_for(room: Room, table: int) -> Turn:
    game = set_table_of_judge(
        game=room.game(source=Source.HAND), table=table, **room.get_author_and_time()
    )
    turn = draw_turn(game=game, letters=RACK, **room.get_author_and_time())
    assert turn is not None
    solve_now(turn)
    return turn


def type_own(room: Room, turn: Turn, table: int = ON_PAPER) -> None:
    sheet = Bulletin(Sheet.from_text("TAS"), "H8", "6", SheetState.OK)
    written: dict[str, Any] = {"bulletin": sheet, "seen_version": 0, "over_tablet": False}
    enter_paper(turn=turn, number=table, **written, **room.get_author_and_time())
    correct_turn(turn_id=turn.pk, now=clock.now())
    turn.refresh_from_db()


def test_top_and_score_stay_hidden_until_the_judge_hands_in(room: Room, wire: Wire) -> None:
    turn = draw_for(room, ON_PAPER)
    wire.check(turn, "drawn")
    announce_turn(turn=turn, **room.get_author_and_time())
    wire.check(turn, "announced", pages=False)
    open_turn(turn=turn, **room.get_author_and_time())
    hand_in_bulletins(turn, room)
    wire.messages_heard.join(room.entries)  # slips are put there without the news of them
    wire.check(turn, "open")
    collect(turn)
    wire.check(turn, "collected", early=False)
    top = load_choice(turn).proposed_top
    assert top is not None
    with pytest.raises(WrongState) as refused:
        reveal_turn(turn=turn, word=top.word, ref=str(top.place), **room.get_author_and_time())
    assert refused.value.reason == "own-bulletin-first"
    desk = read_text(wire.browser.get(reverse_for(room, "judge-desk")))
    assert "remettez d’abord votre propre bulletin, table 6" in desk
    address = reverse_for(room, "arbiter-paper", 1, 1) + f"?table={ON_PAPER}"
    assert address in desk
    assert address in read_text(wire.browser.get(reverse_for(room, "arbiter-list")))

    type_own(room, turn)
    assert any(top.word in message for message in wire.read_messages())
    assert top.word in read_text(wire.browser.get(reverse_for(room, "judge-desk")))
    assert str(top.score) in read_text(wire.browser.get(reverse_for(room, "arbiter-list")))
    reveal_turn(turn=turn, word=top.word, ref=str(top.place), **room.get_author_and_time())
    wire.messages_heard.check()


def test_a_tablets_bulletin_counts_once_it_cannot_change_any_more(room: Room, wire: Wire) -> None:
    turn = draw_for(room, ON_TABLET)
    announce_turn(turn=turn, **room.get_author_and_time())
    open_turn(turn=turn, **room.get_author_and_time())
    hand_in_bulletins(turn, room)
    wire.messages_heard.join(room.entries)  # slips are put there without the news of them
    wire.check(turn, "open")
    ring(turn)
    tops = [json.loads(frame).get("tops") for frame in wire.frames]
    assert any(tops), "the judge hears of them as soon as the turn is collected"
    assert wire.messages_heard.fresh(Audience.JUDGE, None)["state"]["tops"]
    wire.messages_heard.check()


def test_the_judges_own_letters_get_no_answer(room: Room, wire: Wire) -> None:
    query = {"rack": RACK, "words": "RATINES", "sheet": "RATINES", "reference": "H4", "score": "66"}
    turn = draw_for(room, ON_PAPER)
    for step in (announce_turn, open_turn):
        assert wire.browser.get("/bench/", query).status_code == 403
        step(turn=turn, **room.get_author_and_time())
    collect(turn)
    assert wire.browser.get("/bench/", query).status_code == 403
    type_own(room, turn)
    assert wire.browser.get("/bench/", query).status_code == 200


def test_the_table_of_the_judge_is_chosen_between_turns(room: Room, sign_in: SignIn) -> None:
    game = room.game()
    organiser = sign_in(Role.ORGANISER)

    def choose(table: str) -> str:
        url = reverse_for(room, "office-game-judge", game.number)
        return read_text(organiser.post(url, {"table": table}, follow=True))

    assert "Le juge-arbitre joue, table 3." in choose("3")
    assert 'value="3"' in choose("3")
    assert "Personne ne joue à la table 9." in choose("9")
    assert "Il ne joue pas." in choose("")
    assert "Le juge-arbitre joue, table 2." in choose("2")
    noted = Journal.objects.filter(game=game, data__command="judge-plays")
    assert list(noted.values_list("data__table", flat=True)) == [3, None, 2]
    text = read_text(organiser.get(reverse_for(room, "journal"), {"what": "commands"}))
    assert "Le juge-arbitre joue cette partie, table 3." in text

    assert draw_turn(game=game, **room.get_author_and_time())
    assert "Un coup est en cours" in choose("")
    assert Game.objects.get().judge_plays == room.entries[1]
    annul_game(game=game, **room.get_author_and_time())
    with pytest.raises(WrongState):
        set_table_of_judge(game=game, table=None, **room.get_author_and_time())


def test_the_sheet_of_a_game_with_playing_judge_stays_sealed(room: Room, sign_in: SignIn) -> None:
    game = set_table_of_judge(game=create_prepared(room), table=2, **room.get_author_and_time())
    with pytest.raises(NotAllowed):
        open_seal(game=game, **room.get_author_and_time())
    page = sign_in(Role.ORGANISER).post(
        reverse_for(room, "office-sheet", game.number), {"open": "1"}
    )
    assert page.status_code == 403
    assert "personne n’ouvre sa feuille" in read_text(page)
