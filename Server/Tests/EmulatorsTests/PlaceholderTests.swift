import Testing

@Test func placeholderEmulators() {}
