"""The protocol between clients and tables: typed messages by direction, and one codec.

Knows what a seat may see (`View`), but not the secret game behind it.
"""
