"""OpenTelemetry traces of requests and tasks, if an endpoint is set; else nothing is loaded.

Spans carry the name of a route or task, never an address: addresses contain secrets.
"""

import contextlib
from collections.abc import Iterator, Mapping, MutableMapping
from typing import Any, Protocol

from structlog.contextvars import get_contextvars


class Span(Protocol):
    def describe(self, name: str, attributes: Mapping[str, Any]) -> None: ...


class NoSpan:
    """A span that is not recorded."""

    def describe(self, name: str, attributes: Mapping[str, Any]) -> None: ...


class RecordedSpan:
    def __init__(self, span: Any) -> None:
        self._span = span

    def describe(self, name: str, attributes: Mapping[str, Any]) -> None:
        """Name the span by its route or task, known at its end."""
        self._span.update_name(name)
        self._span.set_attributes(attributes)


_NO_SPAN = NoSpan()
_tracer: Any = None


def start_tracing(exporter: Any = None) -> Any:
    """Return the provider of traces; OpenTelemetry reads its own variables, ``OTEL_…``."""
    global _tracer  # noqa: PLW0603 - one per process
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import SERVICE_NAME, Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    resource = Resource.create().merge(Resource({SERVICE_NAME: "duplicata"}))
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(BatchSpanProcessor(exporter or OTLPSpanExporter()))
    _tracer = provider.get_tracer("duplicata")
    return provider


@contextlib.contextmanager
def open_span(kind: str, carrier: Mapping[str, Any]) -> Iterator[Span]:
    """Open a span below that of the sender, which ``carrier`` (headers) names."""
    if _tracer is None:
        yield _NO_SPAN
        return
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    context = TraceContextTextMapPropagator().extract(
        {"traceparent": str(carrier.get("traceparent") or "")}
    )
    request_id = get_contextvars().get("request_id", "")
    with _tracer.start_as_current_span(
        kind, context=context, attributes={"request_id": request_id}
    ) as span:
        yield RecordedSpan(span)


def inject_context(carrier: MutableMapping[str, Any]) -> None:
    """Name the current span in the headers of a task."""
    if _tracer is not None:
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        TraceContextTextMapPropagator().inject(carrier)
