platform macos
