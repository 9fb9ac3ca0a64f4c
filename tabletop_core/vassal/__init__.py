"""VASSAL modules: what is in one, and a pack made of it. Only `tabletop new --from` reads them."""
