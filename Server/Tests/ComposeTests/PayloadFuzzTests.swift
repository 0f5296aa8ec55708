import Bytes
import Compose
import Foundation
import TestSupport
import Testing

/// Mutations of the corpus, read by our scanner and by Foundation's.
struct PayloadFuzzTests {
  @Test func scannerAgreesWithFoundation() throws {
    var mutator = try Mutator("JSONScanner fuzz")
    let end = Date().addingTimeInterval(Fuzz.seconds)
    var rounds = 0
    var accepted = 0
    repeat {
      let input = mutator.next()
      let ours = input.withUnsafeBufferPointer { bytes -> JSONScanner.Failure? in
        do throws(JSONScanner.Failure) { try JSONScanner.validate(bytes) } catch { return error }
        return nil
      }
      #expect((0...input.count).contains(ours?.offset ?? 0))
      rounds += 1
      if ours == nil { accepted += 1 }
      if Self.isUndefined(input, ours) { continue }
      let theirs = (try? JSONSerialization.jsonObject(with: Data(input), options: .fragmentsAllowed)) != nil
      if theirs != (ours == nil) {
        let text = String(decoding: input, as: UTF8.self)
        Issue.record(
          "seed \(Fuzz.seed) round \(rounds): ours \(String(describing: ours)) of \(text.debugDescription) \(input)"
        )
        return
      }
    } while Date() < end
    print("JSONScanner fuzz: \(rounds) inputs, \(accepted) accepted")
    #expect(accepted > 0 && accepted < rounds)
  }

  @Test func rawPayloadsHoldTheirPromises() throws {
    var mutator = try Mutator("RawPayload fuzz")
    let end = Date().addingTimeInterval(Fuzz.seconds)
    var rounds = 0
    var sendable = 0
    repeat {
      let input = mutator.next()
      rounds += 1
      do {
        let apns = RawPayload.apns(input)
        try check(apns, input)
        if apns.isSendable { try checkAPNs(apns) }
        let fcm = RawPayload.fcm(input, target: rounds % 2 == 0 ? .fid : nil)
        try check(fcm, input)
        if fcm.isSendable { try checkFCM(fcm, addTarget: rounds % 2 == 0) }
        if apns.isSendable || fcm.isSendable { sendable += 1 }
      } catch {
        Issue.record(
          "seed \(Fuzz.seed) round \(rounds): \(error) \(String(decoding: input, as: UTF8.self).debugDescription)"
        )
        return
      }
    } while Date() < end
    print("RawPayload fuzz: \(rounds) inputs, \(sendable) sendable")
    #expect(sendable > 0 && sendable < rounds)
  }

  private struct Broken: Error { let promise: String }

  private func need(_ truth: Bool, _ promise: String) throws { if !truth { throw Broken(promise: promise) } }

  private func check(_ payload: RawPayload, _ input: [UInt8]) throws {
    try need(payload.bytes == input, "byte for byte")
    let isJSON = input.withUnsafeBufferPointer { (try? JSONScanner.validate($0)) != nil }
    try need(payload.findings.contains { $0.code == .notJSON } == !isJSON, "not JSON is found")
    let first = input.first { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }
    let isObject = isJSON && first == UInt8(ascii: "{")
    try need(payload.findings.contains { $0.code == .notAnObject } == (isJSON && !isObject), "an object")
    for finding in payload.findings {
      try need((0...input.count).contains(finding.offset), "the offset is inside")
      let before = input[..<finding.offset]
      try need(finding.line == before.count { $0 == 0x0A } + 1, "the line")
      let line = before.suffix(from: before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)
      try need(finding.column == line.count { $0 & 0xC0 != 0x80 } + 1, "the column")
    }
  }

  private func read(_ bytes: some Sequence<UInt8>) -> NSDictionary? {
    (try? JSONSerialization.jsonObject(with: Data(bytes))) as? NSDictionary
  }

  private func checkAPNs(_ payload: RawPayload) throws {
    if Self.isUndefined(payload.bytes, nil) { return }
    let object = try #require(read(payload.bytes))
    try need(payload.bytes.count <= 4096, "the size")
    if payload.pushType == .mdm { return }
    let aps = try #require(object["aps"] as? NSDictionary)
    switch payload.pushType {
    case .background: try need(aps["content-available"] as? Int == 1 && payload.priority == 5, "background")
    case .alert:
      let alert = aps["alert"]
      try need(alert == nil || alert is String || alert is NSDictionary, "the alert's type")
      try need(alert != nil || aps["badge"] is NSNumber || aps["sound"] != nil, "something to show")
    default: break
    }
  }

  private func checkFCM(_ payload: RawPayload, addTarget: Bool) throws {
    if Self.isUndefined(payload.bytes, nil) { return }
    if !addTarget && !payload.namesTarget { return }
    var out = ByteBuffer()
    try withBytes("abc") { bytes in
      try payload.writeFCMRequest(
        target: addTarget ? try FCMTarget(.fid, bytes) : nil, validateOnly: true, into: &out)
    }
    let object = try #require(read(out.bytes))
    let message = try #require(object["message"] as? NSDictionary)
    let targets = FCMTarget.Kind.allCases.filter { message[$0.rawValue] is String }
    try need(targets.count == 1, "one target")
    let data = message["data"]
    try need(data == nil || data is [String: String], "data is strings")
    try need(Set(object.allKeys as? [String] ?? []) == ["message", "validate_only"], "nothing else")
  }

  /// Where RFC 8259 leaves it to the reader (depth, half surrogates, numbers beyond a double), where
  /// Foundation guesses another encoding than UTF-8, or where it is laxer than the RFC: it takes a comma
  /// before a closing bracket.
  private static func isUndefined(_ input: [UInt8], _ ours: JSONScanner.Failure?) -> Bool {
    switch ours?.reason {
    case .depth, .surrogate: return true
    default: break
    }
    if let ours, ours.reason == .unexpected, ours.offset < input.count, closes(input[ours.offset]) {
      let before = input[..<ours.offset].last { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }
      if before == UInt8(ascii: ",") { return true }
    }
    if String(decoding: input, as: UTF8.self).firstMatch(of: /[0-9][eE][+-]?[0-9]{3}/) != nil { return true }
    // A byte order mark disappears in Foundation wherever it stands, in a key or value too.
    if input.contains(0) || String(decoding: input, as: UTF8.self).unicodeScalars.contains("\u{FEFF}") {
      return true
    }
    if input.starts(with: [0xFF, 0xFE]) || input.starts(with: [0xFE, 0xFF]) { return true }
    return false
  }
}

private func closes(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") }
