/// A device token as it may be shown: its first four and last four characters.
///
/// A token of twelve characters or fewer is hidden completely, since eight of them would give it away.
public func maskedToken(_ token: String) -> String {
  guard token.utf8.count > 12 else { return token.isEmpty ? "" : "****" }
  return "\(token.prefix(4))…\(token.suffix(4))"
}
