internal import PushClient

/// The app in memory: what ends when the system or the person ends it.
final class AppProcess {
  var engine: ClientEngine
  let launch: Launch
  /// What is still to be done, in order.
  var steps: [Step] = []
  /// What waits to be completed, by handle.
  var handles: [Int: OpenHandle] = [:]
  var timers: [Alarm] = []
  /// Requests that nobody waits for any more.
  var cancelled: Set<Int> = []
  var isUIReady = false
  /// The system owes it a token, and gives it when the provider can be reached.
  var awaitsToken = false

  init(engine: ClientEngine, launch: Launch) {
    self.engine = engine
    self.launch = launch
  }

  enum Step {
    case event(ClientEvent)
    /// To the server, after what was decided before it.
    case register(RegistrationCall)
    case logout(request: Int, generation: Int)
    case receipts(request: Int, ReceiptBatch)
    case syncInbox
  }

  /// Something that will be due.
  struct Alarm {
    enum Kind: Equatable {
      case flush
      case token(attempt: Int)
      case work(Int)
    }
    var due: Int
    var kind: Kind
  }

  /// A completion handler of the system's, or a message that the app may show.
  struct OpenHandle {
    enum Kind: String {
      case present, background, message, response
    }
    var kind: Kind
    var item: ShownNotification?
  }
}

/// The app's files.
struct AppFiles {
  var state = MemoryState()
}

/// A file in memory.
final class MemoryState: StateStore {
  var text: String?
  init(_ text: String? = nil) { self.text = text }
  func load() throws -> String? { text }
  func save(_ text: String) throws { self.text = text }
}

/// A file that an extension may read and not change.
final class ReadOnlyState: StateStore {
  private let text: String?
  init(_ text: String?) { self.text = text }
  func load() throws -> String? { text }
  func save(_ text: String) throws {}
}

/// The secrets of installations, where the system keeps such things.
struct SecretBox {
  private var secrets: [String: String] = [:]

  subscript(_ installation: String) -> String? {
    get { secrets[installation] }
    set { secrets[installation] = newValue }
  }

  mutating func removeAll() { secrets.removeAll() }
}

/// Numbers from a seed, so that a run can be repeated (SplitMix64).
struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// Lower-case hexadecimal digits.
  mutating func hex(_ digits: Int) -> String {
    var text = ""
    while text.utf8.count < digits {
      let word = String(next(), radix: 16)
      text += String(repeating: "0", count: 16 - word.utf8.count) + word
    }
    return String(text.prefix(digits))
  }

  /// A version 4 UUID.
  mutating func uuid() -> String {
    let digits = Array(hex(32))
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index == 8 || index == 12 || index == 16 || index == 20 { text += "-" }
      text.append(index == 12 ? "4" : index == 16 ? "a" : digit)
    }
    return text
  }

  /// Below `limit`.
  mutating func below(_ limit: Int) -> Int { limit > 0 ? Int(next() % UInt64(limit)) : 0 }
}
