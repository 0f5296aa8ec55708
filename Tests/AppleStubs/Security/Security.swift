// Declarations of Security that the adapters use, for building and running them on Linux.
