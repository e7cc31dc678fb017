"""Several servers as one: who owns a table, and how its players reach it from any of them."""
