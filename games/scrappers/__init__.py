"""Star Scrappers: Cave-In. The rules, with their ids, are in docs/rules/scrappers.md."""
