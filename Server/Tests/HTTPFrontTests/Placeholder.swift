import Testing

@Test func placeholderHTTPFront() {}
