/// How a token or another secret is shown: enough to recognise it, not enough to use it.
public enum TokenEnds {
  /// First and last four characters; nothing of one that is hardly longer. Of none, nothing.
  public static func of(_ token: String?) -> String {
    guard let token else { return "" }
    return token.utf8.count < 16 ? "…" : "\(token.prefix(4))…\(token.suffix(4))"
  }
}
