"""Importing: what a source holds, piece by piece, so that every byte of it is accounted for (docs/import.md)."""
