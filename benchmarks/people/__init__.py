"""The simulated room: who is in it, and the servers that it is in.

Each module says how one kind of person does what he does; the programmes beside this folder say
when and what. What the demonstration needs too is in ``config.demo``: a player and his ``tablet``.

- ``judge``: by his pages, or by the services; ``arbiter``: decides, and types in paper slips;
  ``organiser``; ``public``: visitors, and phones that follow a ranking; ``answers``: what the
  players of a big room write;
- ``client``: pages over HTTP; ``connections``: thousands of sockets, in a process of their own;
- ``room``: the tournament they are in; ``club`` and ``servers``: the processes.
"""
