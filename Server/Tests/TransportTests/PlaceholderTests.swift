import Testing

@Test func placeholderTransport() {}
