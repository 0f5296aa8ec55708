/// Tokens as devices get them.
enum DeviceTokens {
  /// 32 random bytes, as APNs tokens look today.
  static func hexadecimal() -> String {
    (0..<64).map { _ in String(Int.random(in: 0..<16), radix: 16) }.joined()
  }

  /// An installation id, a colon and a long word, as FCM tokens look today. An installation id starts with
  /// c, d, e or f, so that no token looks like an option.
  static func registration() -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    func word(_ length: Int) -> String { String((0..<length).map { _ in letters.randomElement() ?? "A" }) }
    return (["c", "d", "e", "f"].randomElement() ?? "c") + word(21) + ":APA91b" + word(134)
  }
}
