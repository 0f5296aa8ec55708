import Testing

@testable import PushClient
