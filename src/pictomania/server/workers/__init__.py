"""Worker processes with limits on time and memory, for work that a client can make expensive."""
