import Testing

@Test func placeholderWebhooks() {}
