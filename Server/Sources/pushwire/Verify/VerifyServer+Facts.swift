import Diagnosis
import Foundation
import PushClient

extension InstallationFacts {
  init(_ json: PushClient.JSONValue, readAt: Int) {
    self.init()
    state = json["state"].string ?? ""
    platform = json["platform"].string ?? ""
    environment = json["environment"].string ?? ""
    environmentSource = json["environment_source"].string
    token = json["token"].string
    generation = json["generation"].integer ?? 0
    binding = json["binding"].string ?? ""
    account = json["account"].string
    osVersion = json["os_version"].string
    appVersion = json["app_version"].string
    lastConfirmedAt = VerifyTime.read(json["last_confirmed_at"])
    self.readAt = readAt
    hops = (json["hops"].array ?? []).map { HopFacts($0) }
    retired = (json["retired"].array ?? []).map { RetiredFacts($0) }
  }
}

extension HopFacts {
  init(_ json: PushClient.JSONValue) {
    self.init()
    hop = json["hop"].string ?? ""
    status = json["status"].string ?? ""
    detail = json["detail"].string
    provenance = json["provenance"].string
  }
}

extension RetiredFacts {
  init(_ json: PushClient.JSONValue) {
    self.init()
    kind = json["kind"].string ?? ""
    detail = json["detail"].string
    at = VerifyTime.read(json["at"])
  }
}

extension MessageFacts {
  init(_ json: PushClient.JSONValue) {
    self.init()
    sending = json["sending"].string ?? ""
    reason = json["reason"].string
    httpStatus = json["http_status"].integer
    providerID = json["provider_id"].string
    logID = json["log_id"].string
    lane = json["lane"].string
    at = VerifyTime.read(json["at"]) ?? VerifyTime.read(json["created_at"])
    receipts = (json["receipts"].array ?? []).map { ReceiptFacts($0) }.sorted {
      ($0.at ?? 0, Self.rank($0.kind)) < ($1.at ?? 0, Self.rank($1.kind))
    }
  }
}

extension MessageFacts {
  /// As a push goes its way: several receipts may be of the same millisecond.
  private static func rank(_ kind: String) -> Int {
    ["received", "suppressed", "duplicate", "displayed", "completed", "opened", "routed", "fell_back"]
      .firstIndex(of: kind) ?? 9
  }
}

extension ReceiptFacts {
  init(_ json: PushClient.JSONValue) {
    self.init()
    kind = json["kind"].string ?? ""
    at = VerifyTime.read(json["at"])
    result = json["result"].string
    milliseconds = json["milliseconds"].integer
    provenance = json["provenance"].string
  }
}

/// Times as the API writes them.
enum VerifyTime {
  /// Milliseconds since 1970.
  static func read(_ json: PushClient.JSONValue) -> Int? {
    guard let text = json.string else { return nil }
    for style in [Date.ISO8601FormatStyle(includingFractionalSeconds: true), Date.ISO8601FormatStyle()] {
      if let date = try? style.parse(text) { return Int((date.timeIntervalSince1970 * 1000).rounded()) }
    }
    return nil
  }
}
