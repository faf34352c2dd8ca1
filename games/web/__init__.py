"""Pages: parse, call a service, show."""
