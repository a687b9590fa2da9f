"""What is public, for programs: read-only JSON, described by OpenAPI, one folder a version."""
