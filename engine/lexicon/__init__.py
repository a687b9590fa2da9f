"""Word lists: read, checked, compiled into an automaton, kept in a cache."""
