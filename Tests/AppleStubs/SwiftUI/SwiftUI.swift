// Declarations of SwiftUI that the adapters use, for building and running them on Linux.
