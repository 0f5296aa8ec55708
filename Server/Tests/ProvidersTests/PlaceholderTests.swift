import Testing

@Test func placeholderProviders() {}
