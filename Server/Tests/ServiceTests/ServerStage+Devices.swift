import Foundation
import Store
import Testing

@testable import Service

/// A device as the API sees it: an id, a secret of its own, a token.
struct StageDevice {
  var id: String
  var secret: String
  var token: String
  var generation = 1
  var platform = "ios"

  init(_ id: String) {
    self.id = id
    secret = "secret-of-" + id + String(repeating: "0", count: 32)
    token = id.utf8.map { String($0, radix: 16) }.joined() + String(repeating: "ab", count: 20)
  }

  func body(_ more: String = "", token shown: String? = nil) -> String {
    let token = shown ?? self.token
    return """
      {"app":"demo","platform":"\(platform)","environment":"production","environment_source":"embedded_profile",\
      "token":"\(token)","generation":\(generation),"permission":{"status":"authorized","alert":"enabled"},\
      "os_version":"18.2","app_version":"4.1"\(more)}
      """
  }
}

extension ServerStage {
  /// Registers with a ticket of the account, or without one.
  @discardableResult
  func register(
    _ device: StageDevice, account: String? = nil, tenant: String = "", ticket: String? = nil,
    secret: String? = nil, token: String? = nil, _ more: String = ""
  ) throws -> Reply {
    var headers = ["Pushwire-Installation-Secret": secret ?? device.secret]
    if let ticket {
      headers["Authorization"] = "Bearer " + ticket
    } else if let account {
      headers["Authorization"] = "Bearer " + (try self.ticket(account, tenant: tenant))
    } else {
      headers["Pushwire-App"] = Self.appID
    }
    return send("PUT", "/v1/installations/" + device.id, headers, device.body(more, token: token))
  }

  func show(_ device: StageDevice) throws -> Reply {
    get("/v1/installations/" + device.id, key: try key([.read]))
  }

  func notify(_ id: String, account: String, tenant: String = "") throws -> Reply {
    post(
      "/v1/notifications", key: try key([.send]),
      #"{"id":"\#(id)","tenant":"\#(tenant)","class":"order_shipped","target":{"account":"\#(account)"},"parameters":{"order":"o-1","day":"Tuesday"}}"#
    )
  }
}
