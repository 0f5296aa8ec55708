platform macos
signed com.apple.developer.aps-environment = none
signed aps-environment = production
