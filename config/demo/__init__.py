"""The demonstration: a tournament with simulated players, a stand-in judge and arbiter."""
