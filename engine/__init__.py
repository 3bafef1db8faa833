"""The game of Du Zi Hu: cards, rules, play and scoring, pure (docs/architecture.md)."""
