"""The demonstration: a tournament with simulated players, a judge and an arbiter by software."""
