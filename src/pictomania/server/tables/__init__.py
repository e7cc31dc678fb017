"""Live tables: who is connected to which, what is stored, and what each client is sent."""
