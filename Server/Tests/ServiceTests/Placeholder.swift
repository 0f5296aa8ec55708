import Testing

@Test func placeholderService() {}
