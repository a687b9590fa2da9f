"""Create the room, in the code of the release that is upgraded: a program of its own.

It is run by path, with that release's folder first in the path of modules: whatever it imports is
of that release. Prints the room as JSON.
"""

import json
import sys
from dataclasses import asdict

import django

if __name__ == "__main__":
    django.setup()
    from benchmarks.people.room import make_room
    from tournament.core.states import Role

    tables, time_s, games = map(int, sys.argv[1:])
    room = make_room("Mise a jour", "juge", tables, Role.JUDGE, player="J")
    for _ in range(games):
        room.create_game(time_s=time_s, warn_s=1)
    description = {
        "tournament": room.tournament.pk,
        "slug": room.tournament.slug,
        "link": room.build_link("judge-desk"),
        "seats": [asdict(seat) for seat in room.seats],
    }
    print(json.dumps(description))
