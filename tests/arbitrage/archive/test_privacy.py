"""Anonymised players: no page, socket or file names them, and every proof still holds."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from arbitrage.archive.core.reading import check_chains, read_archive
from arbitrage.archive.services.anonymising import anonymise_player, anonymise_roster_player
from arbitrage.archive.services.backups import back_up_changed_tournaments
from arbitrage.core.appeals import CaseSubject
from arbitrage.models import Sitting, Slip, Statement
from arbitrage.services import acts, appeals, rulings
from arbitrage.services.appeals import ContestedDecision
from tests.arbitrage.archive.archive_bytes import (
    archive_and_restore,
    archive_now,
    read_content_members,
    rebuild_chains,
)
from tests.arbitrage.archive.readable_text import (
    Arguments,
    extract_text,
    is_personal,
    is_public,
    read_pages,
    read_snapshots,
    unzip_text,
)
from tests.arbitrage.services.cases import DISMISSED, decide_case, end_game
from tests.arbitrage.services.looks import create_difference
from tests.arbitrage.services.rulings.test_any_order import roll_back
from tests.arbitrage.services.sanctioned_turns import SanctionedTurns, get_account
from tests.room import Room
from tests.rows import every_row
from tests.tournament.topping.services.toppings import create_topping_for as make_topping
from tests.tournament.views.office import SignIn, read_text, reverse_for
from tournament.core.chain import ERASED_TEXT
from tournament.core.errors import BadSetting, NotAllowed, WrongState
from tournament.core.people.anonymous import PersonName, make_pseudonym
from tournament.core.people.player_data import PlayerData
from tournament.core.states import Role, TournamentState
from tournament.models import (
    EntryImport,
    Membership,
    Organisation,
    PendingFile,
    Player,
    RosterPlayer,
    Tournament,
)
from tournament.queries import clock
from tournament.services.people.registration import update_entry
from tournament.topping.models import Topping

LAST, FIRST = "Quatrebarbes", "Zephyrine"
CLUB, LICENCE = "Clubintrouvable", "7654321"
SECRET = tuple(word.lower() for word in (LAST, FIRST, CLUB, LICENCE))
PLAYER = PlayerData(
    last_name=LAST, first_name=FIRST, club=CLUB, licence=LICENCE, birth_year=1951, series="5B"
)
NAME = f"{LAST} {FIRST}"
#: One file of each table that is exported.
FILES = ("liste-csv", "accueil", "classement-csv", "parties-csv")
#: Pages that name the player before they are anonymised.
NAMING_PAGES = ("public-players", "public-ranking-csv", "journal-csv", "cases-record")


@pytest.fixture
def named(sanctioned_turns: SanctionedTurns) -> SanctionedTurns:
    """The player is half of a pair, and is named in every field where somebody can write."""
    room, at_now = sanctioned_turns.room, sanctioned_turns.room.get_author_and_time()
    judge = get_account(room, Role.ARBITER, name="juge")
    entry = sanctioned_turns.entries[4]
    partner = PlayerData(last_name="Autre", first_name="Jean")
    update_entry(entry=entry, players=[partner, PLAYER], team=f"Les {LAST}", **at_now)
    EntryImport.objects.create(
        tournament=room.tournament, file_name=f"{LAST}.csv", at=clock.now(), by=judge
    )
    for tournament in (room.tournament, None):
        PendingFile.objects.create(
            organisation=room.tournament.organisation,
            tournament=tournament,
            file_name="l.csv",
            data=NAME.encode(),
            expires_at=clock.now() + timedelta(days=1),
        )
    for players, title in (
        ([entry], f"Topping de {FIRST}"),
        (sanctioned_turns.entries[:2], f"Coupe {LAST}"),
    ):
        topping = make_topping(room, players)
        Topping.objects.filter(pk=topping.pk).update(title=title)
    sanctioned_turns.reveal(sanctioned_turns.second)
    acts.give_warning(turn=sanctioned_turns.first, entry=entry, reason=f"{FIRST} bavarde", **at_now)
    other = sanctioned_turns.entries[1]
    acts.give_warning(
        turn=sanctioned_turns.first, entry=other, reason=f"A soufflé à M. {LAST.upper()}.", **at_now
    )
    acts.give_warning(
        turn=sanctioned_turns.first, entry=sanctioned_turns.entries[2], reason="Bavardage", **at_now
    )
    rulings.change_ruling(
        turn=sanctioned_turns.second,
        entry=sanctioned_turns.entries[3],
        version=1,
        points=0,
        sanction="zero",
        motives=[],
        reason=f"Copié sur {LAST}",
        is_free_ruling=True,
        **at_now,
    )
    subject = ContestedDecision(sanctioned_turns.second, entry, CaseSubject.RULING)
    grounds = f"Moi, {FIRST}, je conteste"
    case = appeals.file_appeal(contested=subject, grounds=grounds, by=None, now=clock.now())
    appeals.file_appeal(contested=subject, grounds="Encore", by=None, now=clock.now())
    member = get_account(room, Role.COMMISSION, name="membre")
    appeals.record_statement(
        case=case, speaker=NAME, text=f"{LAST} dit", by=member, now=clock.now()
    )
    decide_case(case, member, DISMISSED)
    create_difference(sanctioned_turns, f"Je connais {LAST}")
    end_game(sanctioned_turns)
    rebuild_chains()
    return sanctioned_turns


def list_url_arguments(room: Room, player: Player) -> list[Arguments]:
    """Return the values of the URL parameters: of the player's own second turn, and of the first
    one of an entry whose warning names the player."""
    places = ((2, room.entries[4]), (1, room.entries[1]))
    return [
        _build_arguments(room, player)
        | {"turn": (turn,), "ordinal": (turn,), "entry_id": (own.pk,)}
        for turn, own in places
    ]


def _build_arguments(room: Room, player: Player) -> Arguments:
    return {
        "slug": (room.tournament.slug,),
        "number": (1,),
        "case": (1,),
        "name": FILES,
        "organisation_id": (room.tournament.organisation_id,),
        "player_id": tuple({player.pk, player.roster_player_id or player.pk}),
        "team_id": tuple(room.tournament.teams.values_list("pk", flat=True)),
    }


def read_everything(room: Room, staff: Client, tablet: Client, player: Player) -> dict[str, str]:
    arguments = list_url_arguments(room, player)
    readers: list[tuple[str, Client, Callable[[str], bool]]] = [
        ("staff", staff, lambda name: not is_public(name)),
        ("tablet", tablet, is_personal),
        ("public", Client(), is_public),
    ]
    pages = {
        f"{reader} {address}": text
        for reader, browser, is_wanted in readers
        for address, text in read_pages(browser, arguments, is_wanted).items()
    }
    return pages | read_snapshots(room) | {"archive": unzip_text(archive_now(room.tournament))}


def list_naming(texts: dict[str, str]) -> list[str]:
    lowered = {where: text.lower() for where, text in texts.items()}
    return [where for where, text in lowered.items() if any(word in text for word in SECRET)]


def test_an_anonymised_player_is_named_nowhere_and_proofs_hold(
    named: SanctionedTurns, sign_in: SignIn, printed_words: None
) -> None:
    room = named.room
    staff = sign_in(*Role, name="tout")
    manager = User.objects.get(username="tout")
    Membership.objects.create(organisation=room.tournament.organisation, user=manager, manages=True)
    tablet = Client()
    tablet.get(reverse("enter-by-key", args=[named.entries[4].table.key]))
    player = Player.objects.get(tournament=room.tournament, last_name=LAST)
    content_before = archive_now(room.tournament)
    pages = [reverse_for(room, part) for part in NAMING_PAGES]
    before = {address: extract_text(staff.get(address)) for address in pages} | read_snapshots(room)
    before |= {"archive": unzip_text(content_before)}
    assert {"archive", "public None", *pages} <= set(list_naming(before))
    # Fills the caches, with the name.
    read_pages(Client(), list_url_arguments(room, player)[:1], is_public)

    Tournament.objects.filter(pk=room.tournament.pk).update(state=TournamentState.ARCHIVED)
    row = RosterPlayer.objects.get(last_name=LAST)
    page = reverse("anonymise-known", args=[room.tournament.organisation_id, row.pk])
    refused = staff.post(page, {"name": "Quelqu’un"})
    assert refused.status_code == 422
    assert f"tapez « {NAME} »" in read_text(refused)
    assert staff.post(page, {"name": f" {NAME.upper()} "}).status_code == 302

    room.tournament.refresh_from_db()
    assert list_naming(read_everything(room, staff, tablet, player)) == []
    assert not RosterPlayer.objects.filter(last_name=LAST).exists()
    assert not PendingFile.objects.exists()
    player.refresh_from_db()
    assert str(player) == "Joueur anonyme 1"
    assert named.entries[4].__class__.objects.get(pk=named.entries[4].pk).name == (
        "Autre Jean / Joueur anonyme 1"
    )
    change = room.tournament.changes.get(kind="anonymised")
    assert (change.data, change.by) == ({"pseudonym": "Joueur anonyme 1"}, manager)
    assert "Joueur anonymisé : « Joueur anonyme 1 »." in read_text(
        staff.get(reverse_for(room, "office-publication"))
    )
    assert named.first.acts.get(entry=named.entries[2]).reason == "Bavardage"
    texts = [slip.content["conduct"] for slip in Slip.objects.filter(turn=named.first)]
    assert [ERASED_TEXT] in texts

    content, restored = archive_and_restore(room.tournament)
    check_chains(read_archive(content))
    chains = [row.chain for row in read_archive(content_before).rows["journal"]]
    assert [row.chain for row in read_archive(content).rows["journal"]][: len(chains)] == chains
    assert read_content_members(archive_now(restored)) == read_content_members(content)


def test_others_may_not_namesakes_stay_and_backups_are_deleted(
    named: SanctionedTurns, sign_in: SignIn, tmp_path: Path, settings: Any
) -> None:
    settings.BACKUP_DIR = tmp_path
    with roll_back():
        check_that_only_organisers_and_managers_may_anonymise(named, sign_in)
    with roll_back():
        check_that_a_commission_member_keeps_the_same_last_name(named)
    check_that_backups_with_the_name_are_deleted(named, sign_in(Role.ORGANISER), tmp_path)


def check_that_a_commission_member_keeps_the_same_last_name(named: SanctionedTurns) -> None:
    room = named.room
    names = {"soeur": ("Marie", LAST), "elle": (FIRST, LAST)}
    for entry, (username, (first, last)) in zip(named.entries[2:4], names.items(), strict=True):
        member = get_account(room, Role.COMMISSION, name=username)
        User.objects.filter(pk=member.pk).update(first_name=first, last_name=last)
        member.refresh_from_db()
        subject = ContestedDecision(named.second, entry, CaseSubject.RULING)
        case = appeals.file_appeal(contested=subject, grounds="Bien", by=None, now=clock.now())
        speaker = member.get_full_name()  # the same words as free text
        appeals.record_statement(
            case=case, speaker=speaker, text="Lisible", by=member, now=clock.now()
        )
        decide_case(case, member, DISMISSED)
    player = Player.objects.get(tournament=room.tournament, last_name=LAST)
    anonymise_player(player=player, typed_name=NAME, **room.get_author_and_time())
    sittings = set(Sitting.objects.values_list("user__username", "name"))
    assert {("soeur", f"Marie {LAST}"), ("elle", ERASED_TEXT)} <= sittings
    speakers = Statement.objects.filter(text="Lisible").values_list("speaker", flat=True)
    assert set(speakers) == {ERASED_TEXT}


def check_that_backups_with_the_name_are_deleted(
    named: SanctionedTurns, browser: Client, tmp_path: Path
) -> None:
    room = named.room
    assert back_up_changed_tournaments(tmp_path, kept_count=3, now=clock.now()) == []
    (old,) = tmp_path.glob("*/*.zip")
    player = Player.objects.get(last_name=LAST)
    page = reverse_for(room, "anonymise", player.pk)
    assert str(old) in read_text(browser.get(page))
    assert browser.post(page, {"name": NAME}).status_code == 302
    assert str(old) in read_text(browser.get(reverse_for(room, "tournament-file")))
    assert RosterPlayer.objects.filter(last_name=LAST).exists(), "one tournament only"
    entry = named.entries[4]
    data = [PlayerData("Autre", "Jean"), PlayerData("Joueur anonyme 1")]
    update_entry(entry=entry, players=data, **room.get_author_and_time())
    assert not RosterPlayer.objects.filter(last_name__startswith="Joueur anonyme").exists()
    shown = read_text(browser.get(reverse_for(room, "office-entry", entry.pk)))
    assert "Anonymiser Autre Jean" in shown
    assert "Anonymiser Joueur" not in shown
    answer = browser.post(reverse_for(room, "tournament-file-forget"), follow=True)
    assert "1 sauvegarde effacée." in read_text(answer)
    room.tournament.games.update(state="void", started_at=None)
    publication = read_text(browser.get(reverse_for(room, "office-publication")))
    assert "Ses sauvegardes et les fichiers déjà pris restent" in publication
    assert reverse_for(room, "tournament-file") in publication
    assert not old.exists()
    assert back_up_changed_tournaments(tmp_path, kept_count=3, now=clock.now()) == []
    (new,) = tmp_path.glob("*/*.zip")
    assert LAST not in unzip_text(new.read_bytes())


def check_that_only_organisers_and_managers_may_anonymise(
    named: SanctionedTurns, sign_in: SignIn
) -> None:
    room = named.room
    player = Player.objects.get(last_name=LAST)
    row = player.roster_player
    assert row is not None
    others = Organisation.objects.create(name="Ailleurs")
    stranger = User.objects.create_user("ailleurs")
    Membership.objects.create(organisation=others, user=stranger, manages=True)
    other_browser = Client()
    other_browser.force_login(stranger)
    page = reverse_for(room, "anonymise", player.pk)
    roster_page = reverse("anonymise-known", args=[room.tournament.organisation_id, row.pk])
    for browser in (sign_in(Role.ARBITER), sign_in(Role.JUDGE), other_browser):
        assert browser.post(page, {"name": NAME}).status_code == 403
        assert browser.post(roster_page, {"name": NAME}).status_code == 404
        assert browser.post(reverse_for(room, "tournament-file-forget")).status_code == 403
    other_page = reverse("anonymise-known", args=[others.pk, row.pk])
    assert other_browser.post(other_page, {"name": NAME}).status_code == 404
    arguments: dict[str, Any] = {"typed_name": NAME, "by": stranger, "now": clock.now()}
    with pytest.raises(NotAllowed):
        anonymise_player(player=player, **arguments)
    with pytest.raises(NotAllowed):
        anonymise_roster_player(row=row, **arguments)
    organiser = get_account(room, Role.ORGANISER, name="chef")
    room.tournament.games.update(state="running")
    with pytest.raises(WrongState):
        anonymise_player(player=player, typed_name=NAME, by=organiser, now=clock.now())
    with pytest.raises(BadSetting):
        anonymise_player(player=player, typed_name=LAST, by=organiser, now=clock.now())
    assert Player.objects.get(pk=player.pk).last_name == LAST


#: Last name, first name, text; does it name the player: anywhere, in a text about them, as account.
TEXTS = [
    ("Le Goff", "Anaïs", "le-goff a parlé", True, True, False),
    ("Le Goff", "Anaïs", "ANAIS a parlé", False, True, False),
    ("Le Goff", "Anaïs", "le score", False, False, False),
    ("Le Goff", "Anaïs", "Anaïs Le Goff", True, True, True),
    ("Petit", "Jean", "petite faute", False, False, False),
    ("D’Arc", "", "d'arc", True, True, True),
    ("Petit", "Jean", "", False, False, False),
]


def test_names_are_found_as_people_write_them() -> None:
    with every_row() as row:
        for last, first, text, names, about_person, account in TEXTS:
            with row(text):
                person = PersonName.from_parts(last, first)
                matches = person.is_in_text(text), person.is_in_text_about_person(text)
                assert (*matches, person.is_in_signature(text)) == (names, about_person, account)
    assert make_pseudonym(["Joueur anonyme 2", "Joueur anonyme", "Petit"]) == "Joueur anonyme 3"
