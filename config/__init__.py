"""Composition root: configuration, entry points, supervision. Nobody imports it."""
