import Testing

@testable import PushClientTesting
