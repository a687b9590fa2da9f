"""The addresses of the servers that the environment names: broker and mail."""

from config.loading import import_without

# redis records metrics with opentelemetry; nothing reads them.
import_without("redis", "opentelemetry")
