internal import Foundation

/// The body of a rejection by a Google API: `{"error": {code, message, status, details: […]}}`.
///
/// The details come in any number, order and combination, so each is read for what it holds.
struct FCMBody {
  /// `error.status`, `INVALID_ARGUMENT`.
  var status: String?
  /// FcmError's `errorCode`.
  var errorCode: String?
  /// ErrorInfo's `reason`.
  var infoReason: String?
  /// BadRequest's violated fields, in order.
  var fields: [String] = []
  /// QuotaFailure's violated quotas, subject and description.
  var quotas: [String] = []
  /// ApnsError's `reason` and `statusCode`.
  var apnsReason: String?

  /// nil where the body is not such an object.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    // A leading bracket keeps the decoder from guessing other encodings of HTML and the like.
    guard !bytes.isEmpty, bytes.count <= 64 * 1024, !bytes.contains(0),
      let answer = try? JSONDecoder().decode(Loose.self, from: Data(buffer: bytes)),
      case .object(let error)? = answer["error"]
    else { return nil }
    status = error["status"]?.text
    guard case .list(let details)? = error["details"] else { return }
    for detail in details { read(detail) }
  }

  private mutating func read(_ detail: Loose) {
    let type = detail["@type"]?.text ?? ""
    if let code = detail["errorCode"]?.text, errorCode == nil { errorCode = code }
    if case .list(let violations)? = detail["fieldViolations"] {
      fields += violations.compactMap { $0["field"]?.text }.filter { !$0.isEmpty }
    }
    if case .list(let violations)? = detail["violations"] {
      quotas += violations.flatMap { [$0["subject"]?.text, $0["description"]?.text] }.compactMap { $0 }
    }
    guard let reason = detail["reason"]?.text else { return }
    if type.hasSuffix("ApnsError") {
      apnsReason = apnsReason ?? reason
    } else {
      infoReason = infoReason ?? reason
    }
  }
}

/// JSON of which only some is of interest, and none may fail for the rest.
enum Loose: Decodable {
  case text(String)
  case number(Double)
  case list([Loose])
  case object([String: Loose])
  case other

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let list = try? container.decode([Loose].self) {
      self = .list(list)
    } else if let object = try? container.decode([String: Loose].self) {
      self = .object(object)
    } else {
      self = .other
    }
  }

  subscript(_ key: String) -> Loose? { if case .object(let object) = self { object[key] } else { nil } }
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var number: Double? { if case .number(let number) = self { number } else { nil } }
}
