import CCrypto

/// Empties OpenSSL's error queue of this thread into one error.
///
/// A queue that is only half read makes a later, healthy call look failed.
func libraryError(_ code: CryptoError.Code, _ message: String) -> CryptoError {
  var first: UInt = 0
  var words: [String] = []
  var text = [CChar](repeating: 0, count: 256)
  while true {
    let number = ERR_get_error()
    if number == 0 { break }
    if first == 0 { first = UInt(number) }
    guard words.count < 16 else { continue }
    ERR_error_string_n(number, &text, text.count)
    words.append(String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }
  return CryptoError(code, message, libraryCode: first, libraryErrors: words)
}

/// The one check of OpenSSL's results: anything but a positive number is a failure.
func check(
  _ result: Int32, _ doing: @autoclosure () -> String, code: CryptoError.Code = .library
) throws {
  guard result > 0 else { throw libraryError(code, doing() + " failed.") }
}

/// The one check of OpenSSL's pointers.
func check<Pointer>(
  _ pointer: Pointer?, _ doing: @autoclosure () -> String, code: CryptoError.Code = .library
) throws -> Pointer {
  guard let pointer else { throw libraryError(code, doing() + " failed.") }
  return pointer
}
