"""Ticked rows of a page are one value of its form, however many; actions say what they change."""

import re
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.room import Room
from tests.rows import every_row
from tests.tournament.topping.services.toppings import create_topping_for
from tests.tournament.views.office import SignIn, read_text, reverse_for
from tournament.core.states import GameKind, PlayMedium, Role
from tournament.models import Contender, Entry, Game
from tournament.services.game_list import create_games
from tournament.services.people.registration import withdraw_entry
from tournament.services.play.participation import change_plays_on

TEMPLATES = Path("templates")
#: More than Django accepts as fields of their own by default.
MANY = 6000
TOPPING = {"mode": "judge", "limit_s": "60", "penalty_s": "20", "pause_s": "5", "format": "normal"}
#: Templates with a box or a field for each row of something that no tournament has hundreds of.
FEW = {
    "organiser/staff.html",  # roles of an account
    *("arbitrage/case_decide.html", "judge/ask.html", "topping/judge/topping.html"),  # arbiters
    *("classic/player/match_part.html", "classic/record_part.html"),  # words of a move
    *("public/ranking.html", "public/ties.html"),  # games
    "topping/judge/together.html",  # as many as there are boards
    "arbitrage/kept_bulletins.html",  # one turn of a centre
    *("organiser/seating.html", "arbitrage/page.html"),  # parameters of the page
    *("arbitrage/slips_part.html", "arbitrage/plays_on.html"),  # a hundred on a page; states
}
_CONTROL = re.compile(r'<(?:input|select|textarea)\b[^>]*\bname="')
_LOOP, _END = re.compile(r"\{%\s*for\b"), re.compile(r"\{%\s*endfor\b")


def join_keys(room: Room) -> str:
    """Return a long value as the page sends it; most of these entries are of no tournament."""
    return ",".join(map(str, [*room.entry_ids, *range(10**7, 10**7 + MANY)]))


def test_a_list_with_boxes_sends_them_as_one_value() -> None:
    missing = []
    for template in TEMPLATES.rglob("*.html"):
        text = template.read_text("utf-8")
        for control in _CONTROL.finditer(text):
            before = text[: control.start()]
            in_loop = len(_LOOP.findall(before)) > len(_END.findall(before))
            in_form = before.rfind("<form") < before.rfind("{% for")
            form = before[before.rfind("<form") :].partition("\n")[0]
            if in_loop and in_form and "data-ticked" not in form:
                missing.append(template.relative_to(TEMPLATES).as_posix())
    assert set(missing) - FEW == {"organiser/entry_boxes.html"}
    users = [path for path in TEMPLATES.rglob("*.html") if "entry_boxes.html" in path.read_text()]
    assert len(users) == 3
    assert all("data-ticked" in path.read_text() for path in users)


def test_six_thousand_ticked_rows_are_accepted(room: Room, sign_in: SignIn) -> None:
    browser, everybody = sign_in(*Role), join_keys(room)
    create_topping_for(room)
    [game] = create_games(
        tournament=room.tournament,
        ready=False,
        kind=GameKind.MORT_SUBITE,
        **room.get_author_and_time(),
    )
    posts: dict[str, tuple[list[Any], dict[str, Any], str]] = {
        "players": ([], {"plays_on": "paper"}, "6 joueurs changés : papier. Avant : tablette 6."),
        "office-teams": ([], {"name": "A"}, "6 inscriptions changées. Avant : sans équipe 6."),
        "office-topping-new": ([], TOPPING, "Le topping est prêt pour 6 joueurs."),
        "office-topping-players": ([1], {}, "4 joueurs de plus."),
        "office-game-players": ([game.number], {}, "6 joueurs la joueront."),
    }
    with every_row() as row:
        for name, (arguments, fields, sentence) in posts.items():
            with row(name):
                path = reverse_for(room, name, *arguments)
                answer = browser.post(path, {**fields, "entries": everybody}, follow=True)
                assert sentence in read_text(answer)
    without_scripts = {"entries": everybody.split(","), "name": ""}
    answer = browser.post(reverse_for(room, "office-teams"), without_scripts, follow=True)
    assert "6 inscriptions changées. Avant : A 6." in read_text(answer)


def test_cards_are_given_to_ticked_accounts(room: Room, client: Client) -> None:
    client.force_login(room.user)
    colleague = User.objects.create_user("camille")
    room.tournament.organisation.memberships.create(user=colleague)
    ticked = f"{colleague.pk},{join_keys(room)}"
    answer = client.post(
        reverse("organisation-cards", args=[room.organisation_id]), {"accounts": ticked}
    )
    assert "camille" in read_text(answer)


def test_absent_players_among_others_are_asked_about(room: Room, sign_in: SignIn) -> None:
    browser, path = sign_in(Role.ORGANISER), reverse_for(room, "players")
    by = {"tournament": room.tournament, **room.get_author_and_time()}
    change_plays_on(entries=room.entry_ids[:2], plays_on=PlayMedium.ABSENT, **by)
    change_plays_on(entries=room.entry_ids[2:3], plays_on=PlayMedium.PAPER, **by)
    fields = {"entries": ",".join(map(str, room.entry_ids)), "plays_on": "paper"}
    page = read_text(browser.post(path, fields))
    assert "3 joueurs : tablette" in page
    assert "2 joueurs : absent" in page
    assert "1 joueur y est déjà." in page
    assert 'value="nothing">' in page
    assert 'value="tablet" checked>' in page
    assert Entry.objects.filter(plays_on="paper").count() == 1
    answer = browser.post(
        path, {**fields, "is_confirmed": "1", "only_from": ["tablet"]}, follow=True
    )
    assert "3 joueurs changés : papier. Avant : tablette 3." in read_text(answer)
    # Once more: the absent alone would change, and are asked about.
    assert "2 joueurs : absent" in read_text(browser.post(path, fields))
    answer = browser.post(path, {**fields, "is_confirmed": "1"}, follow=True)
    assert "Rien n’a changé." in read_text(answer)
    alone = {"entries": str(room.entry_ids[0]), "plays_on": "paper"}
    answer = browser.post(path, alone, follow=True)
    assert "1 joueur changé : papier. Avant : absent 1." in read_text(answer)
    assert Entry.objects.filter(plays_on="nothing").count() == 1


def test_a_change_of_many_is_undone_at_once(room: Room, sign_in: SignIn) -> None:
    browser, path = sign_in(Role.ORGANISER), reverse_for(room, "players")
    by = {"tournament": room.tournament, **room.get_author_and_time()}
    change_plays_on(entries=room.entry_ids[:2], plays_on=PlayMedium.ABSENT, **by)
    fields = {"entries": ",".join(map(str, room.entry_ids)), "plays_on": "paper"}
    confirmed = {**fields, "is_confirmed": "1", "only_from": ["tablet", "nothing"]}
    page = read_text(browser.post(path, confirmed, follow=True))
    assert "Annuler : 6 joueurs mis sur « papier »" in page
    change_plays_on(entries=room.entry_ids[5:], plays_on=PlayMedium.TABLET, **by)
    page = read_text(browser.post(reverse_for(room, "players-undo"), follow=True))
    assert "5 joueurs rétablis." in page
    assert 'id="undo"' not in page
    counts = [Entry.objects.filter(plays_on=medium).count() for medium in ("nothing", "tablet")]
    assert counts == [2, 4]


def test_deleted_rows_do_not_select_all(room: Room, organiser: Client) -> None:
    [game] = create_games(
        tournament=room.tournament,
        ready=False,
        kind=GameKind.MORT_SUBITE,
        **room.get_author_and_time(),
    )
    path = reverse_for(room, "office-game-players", game.number)
    organiser.post(path, {"entries": ",".join(map(str, room.entry_ids[:3]))})
    withdraw_entry(entry=room.entries[5], **room.get_author_and_time())
    answer = organiser.post(path, {"entries": str(room.entry_ids[5])}, follow=True)
    assert "rechargez la page" in read_text(answer)
    assert Contender.objects.filter(game=Game.objects.get(pk=game.pk)).count() == 3
