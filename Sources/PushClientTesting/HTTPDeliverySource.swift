internal import PushClient

/// The devices of a running `pushwire emulate`, over its local port. See docs/emulators.md.
public final class HTTPDeliverySource: DeliverySource {
  /// As in `http://127.0.0.1:18446`, without a slash at its end.
  public let address: String
  private let transport: any HTTPTransport

  /// - Parameter address: `devices` of emulator.json.
  public init(_ address: String, transport: (any HTTPTransport)? = nil) {
    self.address = address.hasSuffix("/") ? String(address.dropLast()) : address
    self.transport = transport ?? URLSessionTransport()
  }

  public func open(_ identity: ProviderIdentity) throws -> String {
    var members: [String: JSONValue] = ["platform": identity.platform.json]
    switch identity.platform {
    case .ios, .macos:
      members["topic"] = .string(identity.app)
      members["environment"] = .string(identity.environment)
    case .android:
      members["package"] = .string(identity.app)
      if let project = identity.project { members["project"] = .string(project) }
      if identity.isInstallationID { members["kind"] = "fid" }
    }
    let answer = try ask("POST", "/devices", .object(members))
    guard let token = answer["token"].string else {
      throw DeliverySourceError("the emulators gave no token")
    }
    return token
  }

  public func deliveries(of token: String, after: Int, wait: Int) throws -> [Delivery] {
    let answer = try ask("GET", "/devices/\(token)/deliveries?after=\(after)&wait=\(wait)", nil)
    return try (answer["deliveries"].array ?? []).map { item in
      guard let number = item["number"].integer, let time = item["time"].integer,
        let provider = item["provider"].string.flatMap(Delivery.Provider.init)
      else { throw DeliverySourceError("the emulators' answer has a delivery that cannot be read") }
      return Delivery(
        number: number, id: item["id"].string ?? "", provider: provider, time: time,
        headers: item["headers"].object?.compactMapValues(\.string) ?? [:], payload: item["payload"],
        isDeletion: item["deletion"].bool ?? false)
    }
  }

  public func set(isOnline: Bool, of token: String) throws {
    _ = try ask("PATCH", "/devices/\(token)", ["online": .bool(isOnline)])
  }

  public func remove(_ token: String) throws { _ = try ask("DELETE", "/devices/\(token)", nil) }

  private func ask(_ method: String, _ path: String, _ body: JSONValue?) throws -> JSONValue {
    var request = HTTPRequest(method, address + path)
    if let body {
      request.headers["Content-Type"] = "application/json"
      request.body = Array(body.text.utf8)
    }
    guard let answer = transport.send(request) else {
      throw DeliverySourceError("the emulators at \(address) do not answer; is `pushwire emulate` running?")
    }
    let json = (try? JSONValue(parsing: answer.body)) ?? .null
    guard (200..<300).contains(answer.status) else {
      let why = json["detail"].string ?? "status \(answer.status)"
      throw DeliverySourceError("the emulators refused: \(why)")
    }
    return json
  }
}
