"""Word lists: read, checked, compiled into a DAWG, stored in a cache."""
