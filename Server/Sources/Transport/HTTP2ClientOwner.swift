/// What a lane tells its owner; on the loop's thread.
public protocol HTTP2ClientOwner: AnyObject {
  /// A batch of exchanges has ended, each exactly once. They are free again when this returns.
  func client(_ client: HTTP2Client, finished batch: UnsafeBufferPointer<Int32>)
  /// There may be free exchanges: `begin`, fill and `submit` as many as wanted.
  func clientHasRoom(_ client: HTTP2Client)
  /// Something about the lane's connections, for logs and for people.
  func client(_ client: HTTP2Client, noticed event: HTTP2Client.Event)
}

extension HTTP2Client {
  public struct Configuration: Sendable {
    public var pool = PoolMachine.Configuration()
    /// Exchanges that may be under way at once: the bound of the lane's memory.
    public var window = 2048
    /// Milliseconds from `submit` until nobody waits for an answer any more.
    public var deadline: UInt64 = 30_000
    /// Lower-case names of the answer's headers to keep; at most four.
    public var captures: [StaticString] = []
    public init() {}
  }

  public enum Event: Sendable, Equatable {
    case opened(connection: Int)
    /// `reason` is GOAWAY's debug data; APNs puts a reason of its own there.
    case goaway(connection: Int, code: UInt32, reason: String)
    case settings(connection: Int, maximumStreams: Int)
    /// An open connection ended, or one could not be opened (`wasOpen` false).
    case lost(connection: Int, error: TransportError, wasOpen: Bool)
  }
}
