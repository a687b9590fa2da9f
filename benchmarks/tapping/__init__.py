"""A player whose finger misses: what a trembling hand costs at the tablet's page."""
