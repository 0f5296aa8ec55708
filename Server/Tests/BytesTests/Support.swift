/// Runs `body` with the UTF-8 of `text`.
func withBytes<R>(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
  var text = text
  return try text.withUTF8 { try body($0) }
}
