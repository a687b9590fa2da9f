"""The list by answer, its filters, links to other turns, and the solutions."""

import re
from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from arbitrage.presentation import lists
from arbitrage.queries.lines import ListLine
from arbitrage.queries.paging import FILTERS, GROUPINGS, ORDERS
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.services import rulings
from arbitrage.services.correction import correct_turn
from tests.arbitrage.views.test_alike import list_choices, undo
from tests.arbitrage.views.test_arbiter import CHANGE, list_tables
from tests.bulletins import give_tables
from tests.room import Room
from tests.rows import every_row
from tests.tournament.views.office import HTMX, read_text, reverse_for
from tournament.core.states import Role
from tournament.models import LateBulletin, Turn
from tournament.queries import clock
from tournament.services.people.registration import assign_arbiter
from tournament.services.play.turns import reveal_turn


def list_tables_of_query(client: Client, room: Room, query: str) -> list[int]:
    return list_tables(read_text(client.get(reverse_for(room, "arbiter-list") + query)), room)


def list_answers(client: Client, room: Room, query: str = "?by=answer") -> list[tuple[str, str]]:
    """Return the count of bulletins and the tables of each line."""
    page = read_text(client.get(reverse_for(room, "arbiter-list") + query))
    row = r'data-value="\d+">(\d+)</th><td[^>]*><span[^>]*>[^<]*</span>([^<]*)</td>'
    return re.findall(row, page)


def test_every_filter_view_and_order_has_a_label() -> None:
    assert list(FILTERS) == list(lists.FILTERS)
    assert list(GROUPINGS) == list(lists.GROUPING_NAMES)
    line = ListLine(entry=1, table=1, name="Zoé", points=0, is_open=False)
    assert all(key(line) is not None for key in ORDERS.values())


def test_a_filter_lists_and_counts_with_search_and_order(
    room: Room, corrected: Turn, arbiter: Client
) -> None:
    """Table 5 is undecided, 2 and 3 are warned, 4 has a word not admitted, 6 has nothing."""
    rows = {
        "?only=open": [5, 6],
        "?only=faults&sort=table": [2, 3, 4, 5],
        "?only=missing": [6],
        "?only=late": [],
        "?only=zero&sort=-table": [6, 4],
        "?only=faults&q=canada": [3],
        "?only=nonsense&sort=table": [1, 2, 3, 4, 5, 6],
    }
    sanctioned = get_current_rulings(corrected)[room.entries[4].pk].sanction != "none"
    if not sanctioned:
        rows["?only=faults&sort=table"].remove(5)
    with every_row() as row:
        for query, tables in rows.items():
            with row(query):
                assert list_tables_of_query(arbiter, room, query) == tables
    page = read_text(arbiter.get(reverse_for(room, "arbiter-list") + "?only=missing&sort=-points"))
    assert re.search(
        r'only=missing[^"]*" aria-current="true">Sans bulletin <span class="num">1', page
    )
    assert "&only=open&sort=-points" in page
    assert "&only=missing&sort=points" in page


def test_a_row_stays_until_the_next_page(room: Room, corrected: Turn, arbiter: Client) -> None:
    entry = room.entries[4].pk
    url = reverse_for(room, "arbiter-confirm", 1, 1, entry)
    arbiter.post(url, {"version": 1}, headers=HTMX)
    query = f"?only=open&rows={entry}.{room.entries[5].pk}"
    assert list_tables_of_query(arbiter, room, query) == [5, 6]
    assert list_tables_of_query(arbiter, room, "?only=open") == [6]


def test_equal_bulletins_are_one_line_with_their_tables(
    room: Room, corrected: Turn, arbiter: Client
) -> None:
    assert list_answers(arbiter, room) == [
        ("1", "5"),
        ("1", "6"),
        ("2", "2, 3"),
        ("1", "1"),
        ("1", "4"),
    ]
    assert list_answers(arbiter, room, "?by=answer&q=3") == [("2", "2, 3")]
    assert list_answers(arbiter, room, "?by=answer&sort=-points")[0] == ("2", "2, 3")
    assert lists.format_first_tables([1, 2, 3, 4]) == "1, 2, 3, 4"
    assert lists.format_first_tables([1, 2, 3, 4, 5, 6]) == "1, 2, 3, 4 et 2 autres"


def test_a_bulletin_decided_otherwise_has_its_own_line(
    room: Room, corrected: Turn, arbiter: Client
) -> None:
    rulings.change_ruling(
        turn=corrected,
        entry=room.entries[2],
        version=1,
        points=0,
        sanction="zero",
        motives=["echange"],
        **room.get_author_and_time(),
    )
    lines = list_answers(arbiter, room)
    assert ("1", "2") in lines
    assert ("1", "3") in lines
    url = reverse_for(room, "arbiter-equal", 1, 1, room.entries[1].pk)
    assert list_choices(read_text(arbiter.get(url + "?by=answer", headers=HTMX))) == [""]
    assert list_choices(read_text(arbiter.get(url, headers=HTMX))) == [str(room.entries[2].pk)]


def test_an_answer_is_decided_at_other_tables_on_request(
    room: Room, corrected: Turn, arbiter: Client, sign_in: Callable[..., Client]
) -> None:
    """Camille has tables 1 and 2, Dominique table 3."""
    give_tables(room, "camille", 2)
    sign_in(Role.ARBITER, name="dominique")
    assign_arbiter(
        tables=[room.entries[2].table],
        user=User.objects.get(username="dominique"),
        **room.get_author_and_time(),
    )
    assert ("1", "2") in list_answers(arbiter, room)
    assert ("2", "2, 3") in list_answers(arbiter, room, "?by=answer&all=1")

    def read_fields(page: str) -> dict[str, Any]:
        return dict(re.findall(r'name="(mine|others)" value="([\d.]*)"', page))

    url = reverse_for(room, "arbiter-change", 1, 1, room.entries[1].pk) + "?by=answer&all=1"
    page = read_text(arbiter.get(url, headers=HTMX))
    assert "dominique (3)" in page
    data = CHANGE | read_fields(page) | {"version": 1, "equal": "on"}
    arbiter.post(url, data, headers=HTMX)
    assert list_statuses(room, corrected) == ["changed", "proposed"]
    undo(arbiter, room)
    arbiter.post(url, data | {"version": 3, "room": "on"}, headers=HTMX)
    assert list_statuses(room, corrected) == ["changed", "changed"]
    undo(arbiter, room)
    assert list_statuses(room, corrected) == ["proposed", "proposed"]


def list_statuses(room: Room, turn: Turn) -> list[str]:
    in_force = get_current_rulings(turn)
    return [in_force[room.entries[table - 1].pk].status for table in (2, 3)]


def test_a_confirmed_answer_returns_the_list_with_counts(
    room: Room, corrected: Turn, arbiter: Client
) -> None:
    url = reverse_for(room, "arbiter-confirm", 1, 1, room.entries[1].pk) + "?by=answer"
    answer = arbiter.post(url, {"version": 1}, headers=HTMX)
    assert answer["HX-Retarget"] == "#list"
    assert "proposé : 1, confirmé : 1" in read_text(answer)


def test_the_top_is_shown_before_and_after_the_reveal(
    room: Room, corrected: Turn, arbiter: Client
) -> None:
    moves = corrected.solutions.moves
    tops = [move for move in moves if move[2] == moves[0][2]]
    assert get_named_tops(arbiter, room).startswith("Tops :" if len(tops) > 1 else "Top :")
    proposed = corrected.solutions.proposed
    assert proposed is not None
    assert proposed[1][0].isalpha(), "the first word of a game is laid across"
    assert proposed != tops[0][:2], "the list begins with another"
    assert f" {proposed[0]} {proposed[1]}, {tops[0][0]} {tops[0][1]}," in get_named_tops(
        arbiter, room
    )
    word, ref, score = next(move for move in tops if move[1][0].isalpha())
    reveal_turn(turn=corrected, word=word, ref=ref, **room.get_author_and_time())
    assert get_named_tops(arbiter, room) == f"Top : {word} {ref}, {score} points"


def get_named_tops(client: Client, room: Room) -> str:
    page = read_text(client.get(reverse_for(room, "arbiter-list")))
    match = re.search(r'<p class="top-named">(.*?)</p>', page, re.DOTALL)
    assert match
    return " ".join(re.sub(r"<[^>]*>", "", match[1]).split())


def test_solutions_are_searched_by_word_place_and_points(
    room: Room, corrected: Turn, arbiter: Client
) -> None:
    address = reverse_for(room, "arbiter-solutions", 1, 1)
    whole = read_text(arbiter.get(address))
    assert f"{len(corrected.solutions.moves)} solutions" in whole
    rows = list_solutions(read_text(arbiter.get(address + "?q=ratines+h2")))
    assert rows[0][1:4] == ("RATINES", "H2", "66")
    assert rows[0][4].strip() == "1, 2, 3"
    begins = [word for _, word, *_ in list_solutions(read_text(arbiter.get(address + "?q=tin")))]
    assert begins
    assert all("TIN" in word for word in begins)
    firsts = [word.startswith("TIN") for word in begins]
    assert firsts == sorted(firsts, reverse=True)
    assert {row[3] for row in list_solutions(read_text(arbiter.get(address + "?q=66")))} == {"66"}
    assert "Aucune solution ne répond" in read_text(arbiter.get(address + "?q=zzzz"))
    assert len(list_solutions(read_text(arbiter.get(address + "?whole=1")))) == len(
        corrected.solutions.moves
    )
    assert len(list_solutions(read_text(arbiter.get(address + "?page=2")))) > 0


def list_solutions(page: str) -> list[tuple[str, ...]]:
    """Rank, word, place, points and tables of each solution."""
    return re.findall(
        r'<tr><td class="num">(\d+)</td><th scope="row">'
        r'<span class="word" translate="no">(.*?)</span></th>'
        r'<td class="ref" translate="no">(.*?)</td><td class="num">(\d+)</td><td>(.*?)</td></tr>',
        page,
        re.DOTALL,
    )


def test_solutions_are_hidden_before_the_end(room: Room, turn: Turn, arbiter: Client) -> None:
    answer = arbiter.get(reverse_for(room, "arbiter-solutions", 1, 1))
    assert answer.status_code == 409
    assert "RATINES" not in read_text(answer)


def test_solutions_and_bulletins_are_for_arbiters_only(
    room: Room, corrected: Turn, sign_in: Callable[..., Client]
) -> None:
    entry = room.entries[0].pk
    addresses = [
        reverse_for(room, "arbiter-solutions", 1, 1),
        *(reverse_for(room, f"arbiter-{name}", 1, 1, entry) for name in ("bulletin", "in-time")),
    ]
    for role in (Role.JUDGE, Role.ORGANISER, Role.ARBITER, Role.DOUBLE_ARBITER):
        client = sign_in(role)
        expected = 200 if role in {Role.ARBITER, Role.DOUBLE_ARBITER} else 403
        codes = [client.get(address, headers=HTMX).status_code for address in addresses]
        assert codes == [expected] * len(addresses), role


def test_every_turn_is_linked_with_its_open_bulletins(
    room: Room, corrected: Turn, arbiter: Client
) -> None:
    page = read_text(arbiter.get(reverse_for(room, "arbiter-turns")))
    assert "<h1>" in page
    assert "2 bulletins à décider" in page
    assert 'href="/arbiter/essai/?game=1&turn=1"' in page
    give_tables(room, "camille", 3)
    part = read_text(arbiter.get(reverse_for(room, "arbiter-turns"), headers=HTMX))
    assert part.lstrip().startswith("<h2")
    assert "à décider" not in part


def test_a_bulletin_has_an_address_of_its_own(
    room: Room, corrected: Turn, arbiter: Client, assigned_tables: list[int]
) -> None:
    url = reverse_for(room, "arbiter-bulletin", 1, 1, room.entries[1].pk)
    answer = arbiter.get(url, follow=True)
    assert list_tables(read_text(answer), room)[0] == 2
    assert "Table 2, Belgique" in read_text(answer)
    other = reverse_for(room, "arbiter-bulletin", 1, 1, room.entries[3].pk)
    assert arbiter.get(other, headers=HTMX).status_code == 404


def test_a_late_bulletin_counts_with_a_reason(room: Room, corrected: Turn, arbiter: Client) -> None:
    entry = room.entries[5]
    written = {"rows": ["RATINES"], "reference": "H2", "score": "66"}
    LateBulletin.objects.create(
        turn=corrected, entry=entry, rev=1, device="d", arrived_at=clock.now(), **written
    )
    correct_turn(turn_id=corrected.pk, now=clock.now())
    url = reverse_for(room, "arbiter-in-time", 1, 1, entry.pk)
    beside = reverse_for(room, "arbiter-bulletin", 1, 1, entry.pk)
    assert "Compter comme remis à temps" in read_text(arbiter.get(beside, headers=HTMX))
    assert "(art. 5.7)" in read_text(arbiter.get(url, headers=HTMX))
    version = get_current_rulings(corrected)[entry.pk].version
    refused = arbiter.post(url, {"version": version, "reason": ""}, headers=HTMX)
    assert (refused.status_code, refused["HX-Retarget"]) == (422, "#change-body")
    arbiter.post(url, {"version": version, "reason": "horloge en avance"}, headers=HTMX)
    now_ = read_text(arbiter.get(beside, headers=HTMX))
    assert "66 points" in now_
    assert "Compté comme remis à temps (art. 5.7) : horloge en avance" in now_
    assert "Compter comme remis" not in now_
    assert get_current_rulings(corrected)[entry.pk].status == "confirmed"
