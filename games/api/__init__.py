"""The REST API: parse, call a service, show."""
