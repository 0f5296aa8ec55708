import Testing

@Test func placeholderProfileFile() {}
