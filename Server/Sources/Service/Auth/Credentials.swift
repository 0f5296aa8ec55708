internal import PushCrypto
internal import Store

/// What callers are checked against: server keys and the secrets of tickets, as the store has them.
struct CredentialSnapshot: Sendable {
  var keys: [String: ServerKey] = [:]
  /// Secrets of tickets by their key id, the newest first; two at most count.
  var ticketSecrets: [TicketSecret] = []
  /// Nothing could be read yet, so that nobody can be told from a stranger.
  var isUnread = true

  struct TicketSecret: Sendable {
    let keyID: String
    let secret: [UInt8]
  }

  /// The names of ticket secrets in the store begin so; the rest is the key id.
  static let ticketPrefix = "ticket."
  /// RFC 7518, section 3.2: a key of at least the size of the hash.
  static let shortestTicketSecret = 32

  init() {}

  init(keys records: [ServerKeyRecord], secrets: [StoredSecret]) {
    isUnread = false
    for record in records where record.revokedAt == nil && record.secretHash.count == 32 {
      keys[record.id] = ServerKey(record)
    }
    ticketSecrets =
      secrets.filter { $0.value.count >= Self.shortestTicketSecret && $0.name.hasPrefix(Self.ticketPrefix) }
      .sorted { ($0.createdAt, $0.name) > ($1.createdAt, $1.name) }
      .prefix(2)
      .map { TicketSecret(keyID: String($0.name.dropFirst(Self.ticketPrefix.count)), secret: $0.value) }
  }
}

/// Keeps the snapshot no older than a second, so that a key which another process revoked ends within
/// that; asks the store on the thread of whoever comes first after it.
final class Credentials: Sendable {
  /// Milliseconds.
  static let maximumAge = 1_000

  private struct State {
    var snapshot = CredentialSnapshot()
    var loadedAt: Int?
  }
  private let store: any PushStore
  private let state = Guarded(State())

  init(store: any PushStore) { self.store = store }

  /// What holds at `now`, milliseconds since 1970. Where the store cannot be read, what was known before.
  func current(now: Int) -> CredentialSnapshot {
    state.withLock { state in
      if let loadedAt = state.loadedAt, now >= loadedAt, now - loadedAt < Self.maximumAge {
        return state.snapshot
      }
      load(&state, now: now)
      return state.snapshot
    }
  }

  /// Reads again at once: after a change that must hold now.
  func reload(now: Int) { state.withLock { load(&$0, now: now) } }

  private func load(_ state: inout State, now: Int) {
    do throws(StoreError) {
      state.snapshot = try store.read { (reader) throws(StoreError) in
        CredentialSnapshot(
          keys: try reader.keys(), secrets: try reader.secrets(prefix: CredentialSnapshot.ticketPrefix))
      }
      state.loadedAt = now
    } catch {
      // Tried again with the next request; the store's own health is told elsewhere.
    }
  }
}
