// Declarations of UserNotifications that the adapters use, for building and running them on Linux.
