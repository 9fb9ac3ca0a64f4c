"""How packs arrive: hooks, entry points and folders, what packages add, a new pack's skeleton."""
