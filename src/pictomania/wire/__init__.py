"""The words spoken between a table and those who sit at it: typed messages by direction, and one gate.

Knows what a seat may see (`View`), and nothing of the secret game behind it.
"""
