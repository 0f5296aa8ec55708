/// Where the state is kept. Replaces the whole file or leaves the old one: never half of it.
public protocol StateStore: AnyObject {
  /// The saved text; nil: there is none.
  func load() throws -> String?
  func save(_ text: String) throws
}

/// The reducer with its state in a store: each event is decided, **saved**, and only then acted on.
///
/// Not thread-safe: its owner calls it from one place at a time.
public struct ClientEngine {
  public let reducer: ClientReducer
  public private(set) var state: ClientState
  private let store: any StateStore
  private var saved: String?
  /// Why the saved state could not be used; it was set aside and the device begins anew.
  public let loadFault: String?

  /// Reads what is saved. What cannot be read is no reason to fail: the device begins anew, under a new
  /// installation id, and `loadFault` says so.
  public init(policy: ClientPolicy, store: any StateStore) {
    reducer = ClientReducer(policy: policy)
    self.store = store
    do {
      if let text = try store.load() {
        state = try ClientState(saved: text)
        saved = text
      } else {
        state = ClientState()
      }
      loadFault = nil
    } catch {
      state = ClientState()
      loadFault = "\(error)"
    }
  }

  /// Decides an event and saves what changed.
  /// - Returns: what to do now.
  /// - Throws: the store's error. Then nothing has changed, and nothing may be done; whoever waits for a
  ///   completion is completed by the adapter with its safe default.
  public mutating func take(_ event: ClientEvent, now: Int) throws -> Effects {
    var next = state
    let effects = reducer.reduce(&next, event, now: now)
    let text = next.savedText
    if text != saved {
      // Should this fail, nobody knows what is stored: then the next event saves, whatever it changes.
      saved = nil
      try store.save(text)
      saved = text
    }
    state = next
    return effects
  }
}
