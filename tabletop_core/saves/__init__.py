"""A game on disk: its journal, the session that plays it, its log sheet."""
