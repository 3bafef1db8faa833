"""Logs, hand records, seals and rule sets as files, and the report of a deal (docs/architecture.md)."""
