"""The command line (docs/architecture.md)."""
