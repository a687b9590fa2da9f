"""A sealed game from the host to a centre and back: key by words, hour, journal, secrecy."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.urls import reverse
from pytest_django.live_server_helper import LiveServer

from arbitrage.archive.services.backups import back_up_changed_tournaments
from arbitrage.event.core.definition import EventTerms
from arbitrage.event.core.package import read_package, write_package
from arbitrage.event.models import (
    CentreArchive,
    CentreUpload,
    Event,
    EventGame,
    ImportedEvent,
    ImportedGame,
    OpeningChannel,
    UnsentArchive,
)
from arbitrage.event.queries.joint import CentreStatus, load_state
from arbitrage.event.services import host_link, opening
from arbitrage.event.services.events import NewCentre, add_centres, create_event
from arbitrage.event.services.keys import format_fingerprint, make_key_words, read_key_words
from arbitrage.event.services.sealing import seal_game
from arbitrage.event.services.verification import perform
from tests.arbitrage.event.centres import TURNS, draw, play_turn, prepare_short_game
from tests.room import Room, make_room, script_of
from tests.rows import every_row
from tests.tournament.views.browser import Browser
from tests.tournament.views.office import read_text
from tournament.core.errors import BadSetting, WrongState
from tournament.core.people.player_data import PlayerData
from tournament.core.states import ResultVisibility, Role
from tournament.models import Game, GamePreparation, Membership, StaffMember, Tournament
from tournament.queries import clock
from tournament.services.accounts.organisations import create_organisation
from tournament.services.people.registration import register_entry
from tournament.services.play.games import start_game
from tournament.services.tournaments import update_tournament
from tournament.views.cards import render_qr_code

#: When the package is imported, and the hour of the game, from now.
HOUR = timedelta(hours=2)
#: The address of the centre's server, which is not the host's.
CLUB_URL = "http://club.test"


class Sealed(NamedTuple):
    event: Event
    key_words: str
    #: Words and racks of the game.
    letters: list[str]
    host: Browser
    user: User


class Moment:
    """The time that pages read."""

    def __init__(self) -> None:
        self.shift = timedelta(0)
        self._now = clock.now

    def __call__(self) -> datetime:
        return self._now() + self.shift


@pytest.fixture
def moment(monkeypatch: pytest.MonkeyPatch) -> Moment:
    moment = Moment()
    for module in ("centre", "packages", "host", "sealing", "upload", "results"):
        if module != "results":
            monkeypatch.setattr(f"arbitrage.event.views.{module}.now", moment)
    return moment


@pytest.fixture
def sealed(transactional_db: None) -> Sealed:
    """An event whose game is sealed with a real key, of one centre."""
    room = make_room()
    Membership.objects.update_or_create(
        organisation=room.tournament.organisation, user=room.user, defaults={"manages": True}
    )
    game = prepare_short_game(room)
    turns = script_of(game)["turns"]
    letters = [turn[name] for turn in turns for name in ("word", "tirage")]
    now = clock.now()
    event = create_event(
        organisation=room.tournament.organisation,
        name="Mondial",
        source=room.tournament,
        opens_at=now + HOUR,
        ends_at=now + timedelta(hours=9),
        terms=EventTerms(),
        by=room.user,
        now=now,
    )
    add_centres(
        event=event, centres=[NewCentre("Lomé", "Togo", "Africa/Lome")], by=room.user, now=now
    )
    (game,) = Game.objects.filter(pk=game.pk).select_related("tournament", "word_list")
    sealed = seal_game(event=event, game=game, opens_at=now + HOUR, by=room.user, now=now)
    host = Browser()
    host.force_login(room.user)
    return Sealed(event, sealed.key_words, letters, host, room.user)


def read_database() -> Iterator[tuple[str, str]]:
    """Yield every row of every table, as text; bytes in hexadecimal digits."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT t.*::text FROM "{table}" t')  # noqa: S608 - names of tables
            yield from ((table, row[0]) for row in cursor.fetchall())


def find_letters(letters: list[str], texts: Iterator[tuple[str, str]]) -> list[str]:
    """Return where a word or a rack of the game is, of at least five letters: in the clear or in
    hexadecimal digits."""
    searched = [text for text in letters if len(text) >= 5]
    assert searched
    searched += [text.encode().hex() for text in searched]
    return [f"{where}: {text}" for where, content in texts for text in searched if text in content]


def make_club() -> tuple[User, Browser]:
    user = User.objects.create_user("club")
    create_organisation(name="Club de Lomé", by=user, now=clock.now())
    browser = Browser()
    browser.force_login(user)
    return user, browser


def take_package(sealed: Sealed) -> bytes:
    centre = sealed.event.centres.get()
    event = sealed.event
    address = reverse("event-package", args=[event.organisation_id, event.slug, centre.uid])
    answer = sealed.host.post(address)
    assert answer["Content-Type"] == "application/zip"
    return bytes(answer.content)


def import_package(browser: Browser, content: bytes) -> str:
    organisation = Membership.objects.get(user__username="club").organisation_id
    file = {"file": SimpleUploadedFile("lome.paquet.zip", content), "version": "v"}
    address = reverse("event-import", args=[organisation])
    return read_text(browser.post(address, file | {"version": str(len(content))}, follow=True))


def test_a_sealed_game_is_played_and_sent_back(
    sealed: Sealed, moment: Moment, tmp_path: Path, live_server: LiveServer, settings: Any
) -> None:
    settings.PUBLIC_URL = live_server.url
    # Before the hour nothing says a letter: tables, package, pages, backups.
    assert find_letters(sealed.letters, read_database()) == []
    assert not Game.objects.exists()
    assert not GamePreparation.objects.exists()
    package = take_package(sealed)
    with pytest.raises(WrongState) as late:
        seal_game(
            event=sealed.event, game=Game(), opens_at=sealed.event.opens_at,
            by=sealed.user, now=clock.now(),
        )  # fmt: skip
    assert late.value.reason == "packages-taken"
    user, club = make_club()
    page = import_package(club, package)
    settings.PUBLIC_URL = CLUB_URL
    assert "Le paquet est vérifié et importé." in page
    fingerprint = format_fingerprint(bytes(sealed.event.public_key))
    assert page.count(fingerprint) == 2, "at import, and on the centre's page"
    own = reverse("event-host", args=[sealed.event.organisation_id, sealed.event.slug])
    assert fingerprint in read_text(sealed.host.get(own))
    imported = ImportedEvent.objects.select_related("tournament", "rehearsal").get()
    tournament = imported.tournament
    assert imported.rehearsal is not None
    assert imported.rehearsal.games.get().state == "ready"
    open_url = reverse("centre-event-open", args=[tournament.slug, 1])
    early = read_text(club.post(open_url, {"words": sealed.key_words}, follow=True))
    assert "Il n’est pas l’heure" in early
    assert not back_up_changed_tournaments(tmp_path, kept_count=3, now=clock.now())
    files = [(str(path), path.read_bytes().hex()) for path in tmp_path.rglob("*") if path.is_file()]
    assert files
    pages = [("page", page), ("early", early), ("package", package.hex())]
    assert find_letters(sealed.letters, iter(files + pages)) == []
    assert find_letters(sealed.letters, read_database()) == []

    # At the hour, wrong words are named; the right ones open the game once, in its journal.
    moment.shift = HOUR
    wrong = sealed.key_words.replace(sealed.key_words.split()[0], "zut", 1)
    assert "Mot 1 : « zut »" in read_text(club.post(open_url, {"words": wrong}, follow=True))
    other = {"words": make_key_words()}
    assert "celui d’une autre partie" in read_text(club.post(open_url, other, follow=True))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "load_tournament_lexicon", lambda _: SimpleNamespace(checksum="0"))
        changed = read_text(club.post(open_url, {"words": sealed.key_words}, follow=True))
    assert "n’est pas celle de l’épreuve" in changed
    opened = read_text(club.post(open_url, {"words": sealed.key_words}, follow=True))
    assert "La partie 1 est ouverte" in opened
    assert "déjà ouverte" in read_text(club.post(open_url, other, follow=True))
    game = tournament.games.get()
    assert ImportedGame.objects.get().game == game
    assert game.journal.filter(kind="unsealed", data__way="words").count() == 1

    # The sheet stays closed, turn after turn is shown, and results are held back.
    sheet = reverse("office-sheet", args=[tournament.slug, 1])
    assert club.post(sheet, {"open": "1"}).status_code == 403
    room = play_opened(user, tournament, game)
    _send_back(sealed, club, room)


def play_opened(user: User, tournament: Tournament, game: Game) -> Room:
    entries = [
        register_entry(
            tournament=tournament, players=[PlayerData(last_name=name)], by=user, now=clock.now()
        )
        for name in ("Kofi", "Ama", "Afi")
    ]
    StaffMember.objects.get_or_create(tournament=tournament, user=user, role=Role.JUDGE)
    room = Room(tournament, user, entries)
    game = start_game(game=game, by=user, now=clock.now() + HOUR)
    shown = set()
    while (turn := draw(room, game)) is not None:
        play_turn(room, turn, (0, 3, 8))
        turn.refresh_from_db()
        shown.add(turn.word)
        later = [row["word"] for row in script_of(game)["turns"][turn.number :]]
        home = read_text(Browser().get(reverse("public-home", args=[tournament.slug])))
        assert not [word for word in later if len(word) >= 5 and word in home]
    assert len(shown) == TURNS
    return room


def _send_back(sealed: Sealed, club: Browser, room: Room) -> None:
    tournament = room.tournament
    publish = club.post(reverse("office-publish", args=[tournament.slug]), follow=True)
    assert "se publie quand elle est finie partout" in read_text(publish)
    tournament.refresh_from_db()
    assert tournament.state == "draft"
    Tournament.objects.filter(pk=tournament.pk).update(state="published")
    ranking = reverse("public-ranking", args=[tournament.slug])
    assert not re.search(r"<td[^>]*>\s*\d{2,3}\s*</td>", Browser().get(ranking).content.decode())
    with pytest.raises(BadSetting) as refused:
        update_tournament(
            tournament=tournament,
            changes={"publicity": ResultVisibility.LIVE},
            **room.get_author_and_time(),
        )
    assert refused.value.reason == "visibility-withheld"
    game = tournament.games.get()
    game.turns.filter(number=1).update(to_decide=1)
    send = reverse("centre-event-send", args=[tournament.slug])
    assert "décidez-les" in read_text(club.post(send, follow=True))
    game.turns.filter(number=1).update(to_decide=0)
    _interrupt(club, send)
    sent = club.post(send, follow=True)
    assert "L’archive est chez l’hôte." in read_text(sent)
    assert "celle du premier essai" in read_text(sent)
    assert not UnsentArchive.objects.exists()
    archive = CentreArchive.objects.get()
    assert (archive.way, len(archive.signature)) == ("network", 64)
    answer = club.post(reverse("centre-event-take", args=[tournament.slug]))
    assert answer["Content-Disposition"].endswith('.envoi.zip"')
    event = sealed.event
    address = reverse("event-receive", args=[event.organisation_id, event.slug])
    file = {"file": SimpleUploadedFile("lome.envoi.zip", answer.content), "centre": ""}
    received = read_text(sealed.host.post(address, file, follow=True))
    assert "est arrivée" in received or "déjà là" in received
    for row in CentreArchive.objects.filter(state="waiting"):
        perform(archive=row, clock=clock.now)
    archive.refresh_from_db()
    assert archive.objections == []
    state = load_state(event)
    assert state.centres[0].status is CentreStatus.COUNTED
    assert state.joint.rows[0].joint.entry.name == "Kofi"


def _interrupt(club: Browser, address: str) -> None:
    """Lose the network after the first answer of the host."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(host_link, "PIECE_SIZE", 1000)
        opened = host_link._opener.open
        answers = iter([opened, opened])

        def lose(*args: Any, **kwargs: Any) -> Any:
            answer = next(answers, None)
            if answer is None:
                raise ConnectionResetError
            return answer(*args, **kwargs)

        patch.setattr(host_link._opener, "open", lose)
        page = read_text(club.post(address, follow=True))
    assert "ne répond pas" in page
    assert "envoi interrompu" in page
    (upload,) = CentreUpload.objects.all()
    assert len(upload.content) == 1000
    assert upload.sha256 == sha256(bytes(UnsentArchive.objects.get().content)).hexdigest()


def test_the_key_comes_online_once_the_host_gives_it(
    sealed: Sealed, moment: Moment, live_server: LiveServer, settings: Any
) -> None:
    settings.PUBLIC_URL = live_server.url
    _user, member = make_club()
    import_package(member, take_package(sealed))
    settings.PUBLIC_URL = CLUB_URL
    asks = reverse("centre-event-ask", args=[ImportedEvent.objects.get().tournament.slug, 1])
    event = sealed.event
    centre = event.centres.get()
    give = reverse("event-key-give", args=[event.organisation_id, event.slug, 1])
    ask = reverse("centre-key", args=[1])
    headers = {"Authorization": f"Bearer {centre.token}"}
    club = Browser()
    words = {"words": sealed.key_words}
    show = reverse("event-key-show", args=[event.organisation_id, event.slug, 1])
    assert "pas l’heure" in read_text(sealed.host.post(give, words, follow=True))
    assert "pas l’heure" in read_text(sealed.host.get(show))
    assert club.get(ask, headers=headers).status_code == 409
    moment.shift = HOUR
    assert club.get(ask, headers=headers).status_code == 409, "the host has not given it"
    assert sealed.host.get(show).status_code == 409
    assert "n’a pas encore donné le code" in read_text(member.post(asks, follow=True))
    settings.EVENT_HOSTS = ("epreuve.example",)
    assert "n’a pas le droit d’appeler le serveur" in read_text(member.post(asks, follow=True))
    settings.EVENT_HOSTS = (urlsplit(live_server.url).hostname,)
    assert "n’a pas encore donné le code" in read_text(member.post(asks, follow=True))
    wrong = {"words": make_key_words()}
    assert "autre partie" in read_text(sealed.host.post(give, wrong, follow=True))
    assert "maintenant le code" in read_text(sealed.host.post(give, words, follow=True))
    shown = sealed.host.get(show).content.decode()
    assert str(render_qr_code(sealed.key_words.upper())) in shown
    assert all(f"<li>{word}</li>" in shown for word in sealed.key_words.split())
    assert member.get(show).status_code == 404, "it is the host's"
    assert club.get(ask, headers=headers).json() == {"words": sealed.key_words}
    assert club.get(ask, headers={"Authorization": "Bearer autre"}).status_code == 403
    assert "La partie 1 est ouverte" in read_text(member.post(asks, follow=True))
    assert ImportedGame.objects.get().way == OpeningChannel.NETWORK


def test_words_of_a_key_are_checked() -> None:
    words = make_key_words()
    assert read_key_words(f" {words.upper()} ") == words
    parts = words.split()
    rows = [
        (" ".join(["zzz", *parts[1:]]), "key-word-unknown"),
        (" ".join(parts[:-1]), "key-word-count"),
    ]
    with every_row() as each:
        for typed_words, reason in rows:
            with each(reason), pytest.raises(BadSetting) as refused:
                read_key_words(typed_words)
            assert refused.value.reason == reason


def _forge(package: bytes) -> bytes:
    """Return the package with another address of its host, and the signature that it had."""
    read = read_package(package)
    signed_bytes = read.signed_bytes.replace(b'"host":"', b'"host":"http://ailleurs')
    return write_package(signed_bytes, read.signature, read.games)


def test_a_package_is_checked_at_import(sealed: Sealed, moment: Moment) -> None:
    package = take_package(sealed)
    _user, club = make_club()
    rows = [
        (b"rien", "abîmé"),
        (_forge(package), "changé depuis que l’hôte l’a signé"),
    ]
    with every_row() as each:
        for content, sentence in rows:
            with each(sentence):
                assert sentence in import_package(club, content)
    moment.shift = -timedelta(hours=1)
    assert "L’horloge de ce poste" in import_package(club, package + b"")
    moment.shift = timedelta(0)
    Event.objects.update(lexicon_checksum="0" * 64)
    other = take_package(sealed)
    assert "n’est pas ici" in import_package(club, other)
    assert not ImportedEvent.objects.exists()
    assert EventGame.objects.count() == 1
