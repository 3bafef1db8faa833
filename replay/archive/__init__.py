"""The archive: every deal in one DuckDB file, with the bytes it was read from (docs/archive.md)."""
