"""The simulated hall: its people and its servers.

Each module has the acts of one kind of person; the runs of the benchmarks decide
when. Parts shared with the demonstration are in ``config.demo`` (the players' ``tablet``).

- ``judge``: by the pages, or by the services; ``arbiter``: decides, and types paper bulletins;
  ``organiser``; ``public``: visitors, and phones that follow a ranking; ``answers``: the bulletins
  of the players of a big hall;
- ``client``: pages over HTTP; ``connections``: thousands of sockets, in their own process;
- ``room``: the tournament; ``club`` and ``servers``: the processes.
"""
