"""Tests with real processes: web server, worker, beat, gateway, Redis, PostgreSQL, Chromium, SMTP."""
