"""Star Scrappers: Cave-In. The rules, with their ids, are told in docs/rules/scrappers.md."""
