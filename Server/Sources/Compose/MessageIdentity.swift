/// What tells one message from another: the notification id of the app's backend and, where an
/// account is bound, the opaque binding tag.
///
/// Holds no copy: the bytes must stay where they are while a template writes.
public struct MessageIdentity {
  /// The notification id: letters, digits and `._~:-`, 1 to 128 bytes.
  public let notification: UnsafeBufferPointer<UInt8>
  /// The binding tag in the same letters; nil where no account is meant.
  public let binding: UnsafeBufferPointer<UInt8>?

  /// - Throws: `bad-identity` where one of them has other bytes or lengths.
  public init(
    notification: UnsafeBufferPointer<UInt8>, binding: UnsafeBufferPointer<UInt8>? = nil
  ) throws(ComposeError) {
    if case .bad(let why) = ValueCheck.id(notification) {
      throw ComposeError(.badIdentity, "the notification id \(why)", field: "notification id")
    }
    if let binding, case .bad(let why) = ValueCheck.id(binding) {
      throw ComposeError(.badIdentity, "the binding tag \(why)", field: "binding tag")
    }
    self.notification = notification
    self.binding = binding
  }
}
