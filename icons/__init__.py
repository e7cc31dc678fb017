"""What bots draw: icons of public packages, turned into pen strokes when the project is built."""
