import Testing

@Test func placeholderDelivery() {}
