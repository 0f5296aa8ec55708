internal import Foundation

/// The token service's answer, read.
public enum OAuthAnswer: Sendable, Equatable {
  /// An access token and how long it is good, in seconds. Secret: never log it.
  case token(String, expiresIn: Int)
  /// No token; what it means, and the service's own words where it gave any.
  case failed(Verdict, words: String?)

  /// Reads an answer.
  /// - Parameter retryAfter: seconds from the Retry-After header, nil where there was none.
  public static func read(
    status: Int, body: UnsafeBufferPointer<UInt8>, retryAfter: Int? = nil
  ) -> OAuthAnswer {
    let fields =
      body.count <= 64 * 1024 && !body.contains(0)
      ? try? JSONDecoder().decode([String: Loose].self, from: Data(buffer: body)) : nil
    if status == 200 {
      if let token = fields?["access_token"]?.text, isToken(token),
        let seconds = lifetime(fields?["expires_in"])
      {
        return .token(token, expiresIn: seconds)
      }
      return failed("unreadable", status, retryAfter, nil)
    }
    // RFC 6749 gives a word; Google's other services an object with a status.
    let word = fields?["error"]?.text ?? fields?["error"]?["status"]?.text
    let words = (fields?["error_description"]?.text ?? fields?["error"]?["message"]?.text).flatMap {
      Word($0).text
    }
    guard let word, !word.isEmpty else {
      let verdict = TransportAnswer.bare(
        status: Int16(clamping: status), retryAfter: retryAfter.map { Int32(clamping: max($0, 0)) } ?? -1)
      return verdict.kind == .throttled || verdict.kind == .unavailable
        ? .failed(verdict, words: words) : failed("unreadable", status, retryAfter, words)
    }
    return failed(word, status, retryAfter, words)
  }

  private static func failed(_ word: String, _ status: Int, _ retryAfter: Int?, _ words: String?)
    -> OAuthAnswer
  {
    let row = ReasonCatalogue.row(.oauth, word)
    let kind: Verdict.Kind =
      switch status {
      case _ where row != nil: row.map { ReasonCatalogue.all[$0].kind } ?? .unknown
      case 429: .throttled
      case 500...599: .unavailable
      default: .credentialRefused
      }
    return .failed(
      Verdict(
        kind: kind, status: Int16(clamping: status),
        reason: row.map(ReasonID.init(row:)) ?? ReasonID(unknown: word),
        retryAfter: retryAfter.map { Int32(clamping: max($0, 0)) } ?? -1), words: words)
  }

  /// The token goes into a header: visible ASCII only.
  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 8192 && text.utf8.allSatisfy { $0 > 32 && $0 < 127 }
  }

  /// An hour where nothing is said (RFC 6749, section 5.1); nil for nonsense.
  private static func lifetime(_ value: Loose?) -> Int? {
    guard let value else { return 3600 }
    guard let seconds = value.number ?? value.text.flatMap(Double.init), seconds >= 1 else { return nil }
    return Int(min(seconds, 86_400))
  }
}
