import Testing

@Test func placeholderCompose() {}
