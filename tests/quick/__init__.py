"""``make test-quick``: the tests without a browser that are nearest to a change, within a minute.

``rules`` says as data what imports do not show, ``sources`` reads files, ``graph`` links them,
``selection`` chooses, ``durations`` remembers seconds, ``__main__`` runs.
"""
