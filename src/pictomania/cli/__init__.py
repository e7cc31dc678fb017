"""What is typed at a prompt: one module for each command, and `main` to choose among them."""
