internal import Foundation
internal import PushClient

#if !os(watchOS)
  public import Combine
#endif

/// One notification of the account's inbox.
public struct PushwireInboxItem: Sendable, Equatable, Identifiable {
  /// The notification id.
  public var id: String
  public var notificationClass: String
  public var title: String
  public var body: String
  public var parameters: [String: String]
  /// RFC 3339, by the server's clock.
  public var at: String
  public var isRead: Bool

  init?(_ json: JSONValue) {
    guard let id = json["notification"].string else { return nil }
    self.id = id
    notificationClass = json["class"].string ?? ""
    title = json["title"].string ?? ""
    body = json["body"].string ?? ""
    parameters = (json["parameters"].object ?? [:]).compactMapValues(\.string)
    at = json["at"].string ?? ""
    isRead = json["read_at"].string != nil || json["read"].bool == true
  }
}

#if !os(watchOS)
  /// The account's inbox: what was sent, shown or not. It is kept by the server, and here only in memory.
  @MainActor public final class PushwireInbox: ObservableObject {
    @Published public private(set) var items: [PushwireInboxItem] = []
    @Published public private(set) var unread = 0
    /// Something came since it was fetched.
    @Published public private(set) var isStale = true
    weak var owner: Pushwire?
    private var next: Int?
    /// Counts up with each account that leaves: what is still under way for it is dropped.
    private var epoch = 0

    public struct Fault: Error, Equatable {
      /// The HTTP status; nil: no answer.
      public let status: Int?
      public let code: String?
    }

    /// Fetches the newest page.
    /// - Throws: ``Fault``.
    public func refresh() async throws {
      let (epoch, page) = (epoch, try await get("/v1/inbox"))
      guard epoch == self.epoch else { return }
      items = page.items
      (unread, next, isStale) = (page.unread, page.next, false)
    }

    /// Fetches the page after what is there.
    /// - Returns: whether there was one.
    @discardableResult public func more() async throws -> Bool {
      guard let before = next else { return false }
      let (epoch, page) = (epoch, try await get("/v1/inbox?before=\(before)"))
      guard epoch == self.epoch else { return false }
      let known = Set(items.map(\.id))
      items += page.items.filter { !known.contains($0.id) }
      (unread, next) = (page.unread, page.next)
      return true
    }

    /// Marks as read, here and on the server.
    public func markRead(_ ids: [String]) async throws {
      let epoch = epoch
      let body: JSONValue = ["notifications": .array(ids.map { .string($0) })]
      _ = try await send("POST", "/v1/inbox/read", body)
      guard epoch == self.epoch else { return }
      for index in items.indices where ids.contains(items[index].id) && !items[index].isRead {
        items[index].isRead = true
        unread = max(0, unread - 1)
      }
    }

    func changed() { isStale = true }

    func clear() {
      epoch += 1
      (items, unread, next, isStale) = ([], 0, nil, true)
    }

    private func get(_ path: String) async throws -> (items: [PushwireInboxItem], unread: Int, next: Int?) {
      let json = try await send("GET", path)
      return (
        (json["items"].array ?? []).compactMap(PushwireInboxItem.init), json["unread"].integer ?? 0,
        json["next"].integer
      )
    }

    private func send(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
      guard let owner, !owner.installation.isEmpty else { throw Fault(status: nil, code: "not_registered") }
      let headers = [
        "Pushwire-Installation-Secret": owner.keys.secret, "Pushwire-Installation": owner.installation,
      ]
      guard let reply = try? await owner.server.send(method, path, headers, body) else {
        throw Fault(status: nil, code: nil)
      }
      let json = (try? JSONValue(parsing: Array(reply.body))) ?? .null
      guard (200..<300).contains(reply.status) else {
        throw Fault(status: reply.status, code: json["code"].string)
      }
      return json
    }
  }
#endif
