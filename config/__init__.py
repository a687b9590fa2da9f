"""Composition root: configuration, entry points, supervision. Nobody imports it."""

from config.loading import import_without

# structlog colours tracebacks with rich; our logs have no colours.
import_without("structlog", "rich")
