import Testing

@Test func placeholderPushCrypto() {}
