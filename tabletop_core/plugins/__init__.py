"""Packs and extensions: hooks, entry points, folders, and the skeleton of a new pack."""
