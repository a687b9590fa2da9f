"""The public API for programs: read-only JSON, described by OpenAPI, one module per version."""
