"""Disputes of the *match classique*: calls, challenges, sanctions and appeals. Pure."""
