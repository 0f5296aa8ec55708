import AppFacts

/// Reads payloads for APNs (`.apns`, JSON with `aps`), FCM messages, and answers of either, saved as JSON.
enum MessageJSONReader: ArtifactReader {
  enum Kind { case payload, fcm, answer }

  static func claims(_ file: InputFile) -> Bool { kind(file) != nil }

  /// By name and content. In a folder only what is surely one is taken.
  static func kind(_ file: InputFile) -> Kind? {
    if file.fileExtension == "apns" { return .payload }
    guard file.fileExtension == "json" || (file.isGiven && ["", "txt"].contains(file.fileExtension)),
      file.isWhole, file.head.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "{")
    else { return nil }
    if !file.isGiven {
      // A folder may hold any amount of JSON: only what is small and names a message is read to decide.
      guard file.size <= 64 << 10, !SecretSearch.isTestData(file.place.file),
        file.head.firstRange(of: Array("\"aps\"".utf8)) != nil
          || file.head.firstRange(of: Array("\"message\"".utf8)) != nil
      else { return nil }
    }
    switch JSONTree.read(file.head, in: "") {
    case .success(let tree): return kind(tree, isGiven: file.isGiven)
    case .failure:
      guard file.isGiven else { return nil }
      if file.head.firstRange(of: Array("\"aps\"".utf8)) != nil { return .payload }
      let isMessage = ["\"registration_ids\"", "\"validate_only\"", "\"message\""].contains {
        file.head.firstRange(of: Array($0.utf8)) != nil
      }
      return isMessage ? .fcm : file.fileExtension == "json" ? .payload : nil
    }
  }

  static func kind(_ tree: Located, isGiven: Bool) -> Kind? {
    if let aps = tree["aps"] { return isGiven || aps.isObject ? .payload : nil }
    if let message = tree["message"], message.isObject {
      let parts = ["token", "topic", "condition", "fid", "notification", "data", "android", "apns"]
      return parts.contains { message[$0] != nil } ? .fcm : nil
    }
    guard isGiven else { return nil }
    if tree["registration_ids"] != nil { return .fcm }
    if tree["to"]?.string != nil, tree["notification"] != nil || tree["data"] != nil { return .fcm }
    if isBareMessage(tree) { return .fcm }
    var answer = CapturedRequest.Answer(tree.place, status: nil)
    if AnswerReader.take(tree, &answer) { return .answer }
    // The keys of aps without aps: somebody left it out.
    let keys = ["alert", "content-available", "mutable-content", "mdm"]
    return keys.contains { tree[$0] != nil } ? .payload : nil
  }

  /// FCM's message without the request around it, as senders and consoles take it.
  private static func isBareMessage(_ tree: Located) -> Bool {
    let isNamed = ["token", "topic", "condition", "fid"].contains { tree[$0]?.string != nil }
    let isFilled = ["notification", "data", "android", "apns"].contains { tree[$0]?.isObject == true }
    return isNamed && isFilled || tree["notification"]?.isObject == true && tree["to"] == nil
  }

  /// With a request around it.
  private static func wrapped(_ tree: Located) -> Located {
    guard tree["message"] == nil, tree["to"] == nil, tree["registration_ids"] == nil else { return tree }
    return Located(.object([Located.Member("message", tree.place, tree)]), tree.place)
  }

  static func read(_ file: InputFile, _ limits: InspectLimits, into facts: inout AuditFacts) {
    let kind = kind(file) ?? .payload
    guard file.isWhole, file.size <= limits.document else {
      facts.inputs.append(
        InputFact(
          .payload, file.place, .unreadable("it has \(file.size) bytes, which no payload has"),
          isGiven: file.isGiven))
      return
    }
    let start = Place(file.place.file, line: 1, column: 1, offset: 0)
    let result = JSONTree.read(file.head, in: file.place.file, limits)
    switch kind {
    case .payload, .fcm:
      // A capture may have named this file already.
      let isKnown =
        facts.payloads.contains { $0.place.file == file.place.file }
        || facts.fcmBodies.contains { $0.place.file == file.place.file }
      if !isKnown {
        MessageBody.add(
          kind == .fcm ? result.map(wrapped) : result, kind == .fcm ? .fcm : .apns, place: start,
          size: size(file.head),
          isOpen: file.head.firstRange(of: Array("{{".utf8)) != nil, capture: nil,
          isForSimulator: file.fileExtension == "apns", into: &facts)
      }
      facts.inputs.append(
        InputFact(
          kind == .fcm ? .fcmBody : .payload, file.place, summary: "\(file.size) bytes", isGiven: file.isGiven
        ))
    case .answer:
      guard case .success(let tree) = result else { return }
      var capture = CapturedRequest(start)
      var answer = CapturedRequest.Answer(start, status: nil)
      _ = AnswerReader.take(tree, &answer)
      capture.answer = answer
      facts.captures.append(capture)
      facts.inputs.append(InputFact(.capture, file.place, summary: "an answer", isGiven: file.isGiven))
    }
  }

  /// Bytes without a line break at the end, which editors add.
  private static func size(_ text: [UInt8]) -> Int {
    var count = text.count
    while count > 0, text[count - 1] == 0x0A || text[count - 1] == 0x0D { count -= 1 }
    return count
  }
}
