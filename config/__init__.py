"""Composition root: configuration, entry points, supervision. Nobody imports it."""

from config.loading import import_without

# It colours tracebacks, which our logs do not show so.
import_without("structlog", "rich")
