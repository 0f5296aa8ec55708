import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The app's own backend, and the Pushwire server beside it.
enum API {
  /// For a server on your desk, set PARCEL_PUSH and PARCEL_API in the scheme.
  static let push = address("PARCEL_PUSH", or: "https://push.parcel.example")
  static let api = address("PARCEL_API", or: "https://api.parcel.example")

  /// A registration ticket of an account, fresh on each call. The request carries the account's own session:
  /// the backend gives nobody a ticket of somebody else.
  @Sendable static func ticket(_ account: String) async throws -> String {
    struct Ticket: Decodable { let ticket: String }
    return try JSONDecoder().decode(Ticket.self, from: try await post("push-ticket")).ticket
  }

  static func post(_ path: String) async throws -> Data {
    var request = URLRequest(url: api.appendingPathComponent(path))
    request.httpMethod = "POST"
    if let session = await Session.shared.token {
      request.setValue("Bearer \(session)", forHTTPHeaderField: "Authorization")
    }
    let (data, response) = try await URLSession.shared.data(for: request)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
    return data
  }

  private static func address(_ name: String, or usual: String) -> URL {
    let text = ProcessInfo.processInfo.environment[name] ?? usual
    return URL(string: text) ?? URL(fileURLWithPath: "/")
  }
}
