extension ClaimBatch {
  /// Adds a message with its texts, which lie at these places of `texts`.
  ///
  /// - Parameter account: of the bound account that it is meant for: it then carries the binding tag. Nil
  ///   where no account is meant.
  mutating func add(
    _ entry: Entry, _ shared: SQLSession.SharedTexts, from texts: UnsafeBufferPointer<UInt8>,
    token: Range<Int>, installation: Range<Int>, account: Range<Int>?, tenant: String, key: BindingKey?
  ) {
    var entry = entry
    entry.notification = shared.notification
    entry.tenantName = shared.tenantName
    entry.parameters = shared.parameters
    let name = UnsafeBufferPointer(rebasing: texts[installation])
    entry.token = append(UnsafeBufferPointer(rebasing: texts[token]))
    entry.installation = append(name)
    if let account, let key {
      let start = bytes.count
      var tenant = tenant
      tenant.withUTF8 { tenant in
        key.append(
          tenant: tenant, account: UnsafeBufferPointer(rebasing: texts[account]), installation: name,
          generation: entry.generation, to: &bytes)
      }
      entry.binding = ByteSlice(start: Int32(start), count: Int32(bytes.count - start))
    }
    entries.append(entry)
  }
}
