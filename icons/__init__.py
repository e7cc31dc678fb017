"""Build step that turns icons of public packages into pen strokes for bots to draw."""
