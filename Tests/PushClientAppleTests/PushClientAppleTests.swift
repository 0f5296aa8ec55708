import Testing

@testable import PushClientApple
