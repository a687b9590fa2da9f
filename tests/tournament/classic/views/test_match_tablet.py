"""A tablet acts for its own player only, and draws the missing letters."""

from typing import Any
from uuid import uuid4

from django.test import Client
from django.urls import reverse

from tests.browser.pages.match_room import open_match
from tests.french import plain
from tests.room import Room
from tests.rows import every_row
from tests.tournament.views.browser import Browser
from tests.tournament.views.office import read_text
from tournament.classic.core.commands import Command
from tournament.classic.core.endings import compute_scores
from tournament.classic.core.sides import PLAYERS, Actor, Side
from tournament.classic.core.state import MatchState
from tournament.classic.core.transitions import COMMAND_RULES
from tournament.classic.models import MatchEvent, MatchGame
from tournament.classic.queries.games import load_state
from tournament.classic.services.play import run_command
from tournament.queries import clock


class Tablets:
    """The tablets of both players of a game at its first draw."""

    def __init__(self, room: Room, **terms: Any) -> None:
        self.game = open_match(room, **terms)
        self.browsers = {}
        for side, entry in zip(Side, room.entries[:2], strict=True):
            self.browsers[side] = Client()
            self.browsers[side].get(f"/t/{entry.table.key}/")

    @property
    def state(self) -> MatchState:
        return load_state(MatchGame.objects.get(pk=self.game.pk))

    def send(self, side: Side, do: str, /, **data: Any) -> str:
        """Send a command; return the sentence of a refusal, "" if done."""
        data = {"do": do, "game": self.game.pk, "key": uuid4().hex, **data}
        answer = self.browsers[side].post(
            reverse("table-match"), data, content_type="application/json"
        )
        return plain(answer.json()["problem"])

    def toss(self) -> None:
        while (state := self.state).starter is None:
            self.send(Side.Y if state.toss_letters[0] else Side.X, "toss")

    def begin(self) -> Side:
        """Start the game and return the side on the move."""
        self.toss()
        first = self.state.starter
        assert first is not None
        for side in (first, first.other):
            assert not self.send(side, "draw")
        assert not self.send(first.other, "press")
        return first


def count_events(game: MatchGame) -> int:
    return MatchEvent.objects.filter(game=game).count()


def test_a_tablet_draws_what_its_player_is_short_of(room: Room) -> None:
    tablets = Tablets(room)
    tablets.toss()
    first = tablets.state.starter
    assert first is not None
    for n in (8, 6, 1, 0, -7, "9"):
        problem = tablets.send(first, "draw", n=n)
        assert problem, n
    assert tablets.state.get_player(first).letter_count == 0
    assert "exactement : 7." in tablets.send(first, "draw", n=8)
    assert not tablets.send(first, "draw")
    assert not tablets.send(first.other, "draw", n=7)
    assert "pas de lettres à tirer" in tablets.send(first, "draw", n=1)
    assert (tablets.state.x.letter_count, tablets.state.y.letter_count) == (7, 7)


def test_a_tablet_is_neither_an_officer_nor_the_other_player(room: Room) -> None:
    tablets = Tablets(room)
    first = tablets.begin()
    rack, event_count = tablets.state.get_player(first.other).letters, count_events(tablets.game)
    others = {"actor": str(first), "side": str(first), "by": 1, "letters": rack[:1], "score": 1}
    officers = [command for command, rule in COMMAND_RULES.items() if not rule.actors & PLAYERS]
    with every_row() as each:
        for action in (*officers, Command.ABANDON, Command.LEAVE, Command.DECLARE_TOTALS, "rob"):
            with each(str(action)):
                assert tablets.send(first.other, str(action), **others, told="arbiter")
        for action in ("pass", "exchange", "press", "turn", "pause", "sign"):
            with each(f"{action} for the other"):
                assert tablets.send(first.other, action, **others)
    assert count_events(tablets.game) == event_count

    stranger = Client().post(reverse("table-match"), {}, content_type="application/json")
    assert stranger.status_code == 403
    assert not tablets.send(first.other, "call-arbiter", **others)
    assert tablets.state.get_player(first.other).has_called
    assert not tablets.state.get_player(first).has_called


def test_with_real_tiles_a_tablet_follows_and_calls(room: Room) -> None:
    tablets = Tablets(room, real_tiles=True)
    steps: list[tuple[Command, Actor, dict[str, Any]]] = [
        (Command.TOSS, Actor.X, {"letter": "A"}),
        (Command.TOSS, Actor.Y, {"letter": "E"}),
        (Command.DRAW, Actor.X, {"n": 7}),
        (Command.DRAW, Actor.Y, {"n": 7}),
        (Command.PRESS, Actor.Y, {}),
    ]
    for command, actor, data in steps:
        run_command(
            game_id=tablets.game.pk, command=command, actor=actor, data=data, now=clock.now()
        )
    event_count = count_events(tablets.game)
    play = {"word": "MAISON", "ref": "H4", "score": 20}
    assert "vraies lettres" in tablets.send(Side.X, "play", **play)
    assert "vraies lettres" in tablets.send(Side.X, "sign")
    assert count_events(tablets.game) == event_count
    page = plain(tablets.browsers[Side.X].get("/table/").content.decode())
    assert "À vous de jouer" in page
    assert "·······" not in page
    assert 'data-do="pause"' not in page.split("<dialog")[0]
    assert not tablets.send(Side.X, "call-arbiter")


def let_director_start(room: Room, game: MatchGame) -> Client:
    """Declare Y late: X draws, plays and waits."""
    officer = Browser()
    officer.force_login(room.user)
    decision = {"side": "Y", "outcome": "opens", "reason": ""}
    answer = officer.post(get_card(room, game, "late"), decision)
    assert answer.status_code == 302
    return officer


def get_card(room: Room, game: MatchGame, card_name: str) -> str:
    return f"/arbiter/{room.tournament.slug}/matches/{game.pk}/rule/{card_name}/"


def get_part(tablets: Tablets, side: Side) -> str:
    return plain(tablets.browsers[side].get("/table/").content.decode())


def test_present_player_plays_alone_until_the_late_one_joins(room: Room) -> None:
    """Test article 10.5 and reading C-14."""
    tablets = Tablets(room)
    let_director_start(room, tablets.game)
    assert not tablets.send(Side.X, "draw")
    page = get_part(tablets, Side.X)
    assert "Belgique est en retard" in page
    assert '"allowed_commands": ["play", "exchange"]' in page
    word = tablets.state.x.letters.replace("?", "")[:2]
    assert not tablets.send(Side.X, "play", word=word, ref="H7", score=9)
    assert not tablets.send(Side.X, "turn")
    state = tablets.state
    assert (state.clock.running_side, state.to_move) == (Side.Y, Side.Y)
    assert tablets.send(Side.Y, "pass")
    assert 'data-do="arrive"' in get_part(tablets, Side.Y)
    assert not tablets.send(Side.Y, "arrive")
    assert not tablets.send(Side.Y, "draw")
    assert not tablets.send(Side.Y, "pass")
    assert tablets.state.to_move is Side.X


def test_officer_records_the_late_arrival_and_the_clock_starts(
    room: Room,
) -> None:
    """Check that, before any move, the late player draws and starts the opponent's clock (3.6)."""
    tablets = Tablets(room)
    officer = let_director_start(room, tablets.game)
    assert not tablets.send(Side.X, "draw")
    assert officer.post(get_card(room, tablets.game, "back"), {}).status_code == 302
    assert tablets.state.y.absence is None
    assert tablets.send(Side.X, "pass")
    assert not tablets.send(Side.Y, "draw")
    assert not tablets.send(Side.Y, "press")
    assert tablets.state.clock.running_side is Side.X


def test_with_real_tiles_the_present_player_is_recorded_alone(
    room: Room,
) -> None:
    tablets = Tablets(room, real_tiles=True)
    officer = let_director_start(room, tablets.game)
    address = f"/record/{room.tournament.slug}/{tablets.game.match_id}/"

    def write(do: str, **data: Any) -> str:
        data = {"do": do, "game": tablets.game.pk, "key": uuid4().hex, **data}
        answer = officer.post(address, data, headers={"HX-Request": "true"})
        assert answer.status_code == 200, read_text(answer)[:400]
        return read_text(answer)

    assert "Belgique est en retard" in write("start")
    assert (tablets.state.x.letter_count, tablets.state.y.letter_count) == (7, 0)
    write("play", side="X", word="tapis", ref="H4", score="16")
    assert tablets.state.clock.running_side is Side.Y
    assert "Belgique est en retard" not in write("arrive", side="Y")
    write("pass", side="Y")
    state = tablets.state
    assert (state.y.letter_count, state.x.letter_count, state.to_move) == (7, 7, Side.X)

    other = Tablets(room, real_tiles=True)  # the late player comes before a word is played
    tablets, address = other, f"/record/{room.tournament.slug}/{other.game.match_id}/"
    let_director_start(room, other.game)
    write("start")
    write("arrive", side="Y")
    write("start")
    assert (other.state.y.letter_count, other.state.clock.running_side) == (7, Side.X)


def test_next_game_is_requested_repeatedly_and_opened_once(room: Room) -> None:
    tablets = Tablets(room, games_to_win=2)
    run_command(
        game_id=tablets.game.pk, command=Command.ABANDON, actor=Actor.Y, data={"told": "arbiter"},
        now=clock.now(),
    )  # fmt: skip
    assert 'data-do="next-game"' in get_part(tablets, Side.X)
    key = uuid4().hex
    for side in (Side.X, Side.X, Side.Y):
        assert not tablets.send(side, "next-game", key=key)
    assert tablets.game.match.games.count() == 2
    assert tablets.send(Side.X, "toss")  # of the game before
    assert "pas de partie" in tablets.send(Side.X, "next-game", game=0)


def test_player_signs_only_the_totals_shown(room: Room) -> None:
    tablets = Tablets(room)
    first = tablets.begin()
    word = tablets.state.get_player(first).letters.replace("?", "")[:2]
    assert not tablets.send(first, "play", word=word, ref="H7", score=20)
    assert not tablets.send(first, "turn")
    run_command(
        game_id=tablets.game.pk, command=Command.STOP, actor=Actor.DIRECTOR, now=clock.now()
    )
    on_board = "20/0" if first is Side.X else "0/20"
    for side in Side:  # the letters that are left are not counted yet
        assert "data-totals" not in get_part(tablets, side)
        assert "peut encore être contesté" in tablets.send(side, "sign", totals=on_board)
    assert not tablets.send(first.other, "let-be")

    x, y = compute_scores(tablets.state)
    assert f'data-totals="{x}/{y}"' in get_part(tablets, Side.X)
    for odd in ("", "1", "1/2/3", "a/b", 7, "99999/0"):
        assert "n’a pas pu être lue" in tablets.send(Side.X, "sign", totals=odd)
    set_score = {"move": 0, "score": 18}
    run_command(
        game_id=tablets.game.pk, command=Command.SET_SCORE, actor=Actor.ARBITER, data=set_score,
        now=clock.now(),
    )  # fmt: skip
    for side, now_are in ((Side.X, "{} – {}"), (Side.Y, "{1} – {0}")):
        problem = tablets.send(side, "sign", totals=f"{x}/{y}")
        assert now_are.format(*compute_scores(tablets.state)) in problem
    assert not tablets.state.x.declared_totals
    x, y = compute_scores(tablets.state)
    for side in Side:
        assert not tablets.send(side, "sign", totals=f"{x}/{y}")
    assert tablets.state.is_confirmed
    assert compute_scores(tablets.state) == (x, y)
