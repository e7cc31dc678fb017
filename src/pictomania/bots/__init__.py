"""Bots: seats that play by themselves. They see what their seat sees and say what a browser says.

They draw stroke by stroke, look at the others' sheets as these grow, and guess when they are sure enough.
"""
