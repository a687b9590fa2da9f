"""Sanctions are announced to both players, and an excluded one reads why (9.2, 9.3)."""

from typing import Any

from tests.french import plain
from tests.room import Room
from tests.tournament.classic.views.test_match_tablet import Tablets
from tests.tournament.views.office import HTMX
from tournament.classic.core.commands import Command
from tournament.classic.core.sides import Actor, Side
from tournament.classic.services.play import SenderFields, run_command
from tournament.queries import clock

LIST_START = "<template data-for"


def run_ruling(
    tablets: Tablets, command: Command, actor: Actor, reason: str = "", **data: Any
) -> None:
    run_command(
        game_id=tablets.game.pk, command=command, actor=actor, data=data,
        sender_fields=SenderFields(reason=reason), now=clock.now(),
    )  # fmt: skip


def read_part(tablets: Tablets, side: Side) -> tuple[str, str]:
    """Return what the tablet shows to do now, and below."""
    content = tablets.browsers[side].get("/table/match/", headers=HTMX).content.decode()
    now, _, below = plain(content).partition(LIST_START)
    return now, below


def test_a_sanction_is_announced_to_both_until_the_next_move(room: Room) -> None:
    tablets = Tablets(room)
    first = tablets.begin()
    name = room.entries[0].name
    run_ruling(
        tablets, Command.SANCTION, Actor.ARBITER, "a soufflé un mot", side="X", sanction="points"
    )
    sentence = f"Sanction (9.2) : {name}, perte de 20 points. Motif : a soufflé un mot"
    assert all(sentence in text for side in Side for text in read_part(tablets, side))
    assert not tablets.send(first, "pass")
    for side in Side:
        now, below = read_part(tablets, side)
        assert sentence not in now
        assert sentence in below
    run_ruling(tablets, Command.APPEAL, Actor.X, ruling=0)
    run_ruling(tablets, Command.DECIDE, Actor.DIRECTOR, "première fois", decision="soften")
    revised = f"Sanction revue (9.2) : {name}, avertissement. Motif : première fois"
    assert all(revised in read_part(tablets, side)[0] for side in Side)


def test_an_excluded_player_reads_why_on_the_tablet(room: Room) -> None:
    tablets = Tablets(room)
    first = tablets.begin()
    excluded, browser = room.entries[0], tablets.browsers[Side.X]
    assert not tablets.send(Side.X, "look")
    rack = tablets.state.get_player(Side.X).rack
    assert f'"rack": "{rack}"' in plain(browser.get("/table/").content.decode())
    run_ruling(
        tablets, Command.SANCTION, Actor.DIRECTOR, "insultes", side="X", sanction="exclusion"
    )
    sentence = "Le directeur du tournoi vous a exclu du tournoi (9.3) : vous ne jouez plus."
    part = browser.get("/table/match/", headers=HTMX)
    assert (part.status_code, part["HX-Redirect"]) == (200, "/table/")
    for address in ("/table/", "/table/match/", f"/t/{excluded.table.key}/"):
        page = plain(browser.get(address, follow=True).content.decode())
        assert sentence in page, address
        assert "Motif : insultes" in page
        assert rack not in page
    refusal = tablets.send(Side.X, "pass" if first is Side.X else "call-arbiter")
    assert refusal.startswith(sentence)
    other, _ = read_part(tablets, Side.Y)
    assert f"{excluded.name}, exclusion du tournoi. Motif : insultes" in other
