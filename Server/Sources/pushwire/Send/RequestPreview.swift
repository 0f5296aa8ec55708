import Bytes
import Compose
import Delivery
import Foundation
import Providers
import PushContract
import Transport

/// What would go out for the first target: headers and body, with every secret left out.
struct RequestPreview {
  var url: String
  var headers: [(name: String, value: String)]
  var body: [UInt8]

  /// Renders the request of the source's first message, as the sender itself would.
  ///
  /// - Parameter shown: what stands in place of a token.
  init(
    _ provider: any PushProvider, _ source: any PushSource, parameters: [Parameter], now: Int,
    shown: (String) -> String = shortened
  ) throws {
    var draft = PushDraft(row: ParameterRow(schema: parameters))
    draft.createdAt = now
    guard source.next(&draft) else {
      throw CommandError.usage("There is no target.", advice: "Give a token, or --tokens FILE.")
    }
    var exchange = Exchange()
    do throws(ComposeError) {
      try provider.write(draft, into: &exchange, now: now)
    } catch {
      throw CommandError(.configuration, ProfileInput.sentence(error.message))
    }
    let endpoint = provider.endpoint
    let host = endpoint.port == 443 ? endpoint.host : "\(endpoint.host):\(endpoint.port)"
    let target = String(decoding: draft.target.bytes, as: UTF8.self)
    // A token is a secret in a URL and in a body alike.
    let secrets =
      target.isEmpty
      ? Self.ownTargets(exchange.body)
      : draft.targetKind == .topic || draft.targetKind == .condition ? [] : [target]
    func hidden(_ text: String) -> String {
      secrets.reduce(text) { $0.replacing($1, with: shown($1)) }
    }
    var path = ""
    headers = []
    for field in exchange.requestFields {
      if field.name == ":path" { path = hidden(field.value) } else { headers.append(field) }
    }
    url = "https://\(host)\(path)"
    body = Array(hidden(String(decoding: exchange.body, as: UTF8.self)).utf8)
    size = exchange.body.count
  }

  /// The tokens that a message names itself.
  private static func ownTargets(_ body: UnsafeBufferPointer<UInt8>) -> [String] {
    let request = try? JSONSerialization.jsonObject(with: Data(buffer: body)) as? [String: Any]
    let message = request?["message"] as? [String: Any]
    return ["token", "fid"].compactMap { message?[$0] as? String }.filter { !$0.isEmpty }
  }

  /// The body's bytes as they would go out.
  private(set) var size: Int

  func text(_ style: Styler) -> String {
    var text = style.apply("POST \(printable(url))", .bold) + "\n"
    text += "authorization: bearer (left out)\n"
    for (name, value) in headers { text += "\(name): \(printable(value))\n" }
    return text + "\n" + printable(String(decoding: body, as: UTF8.self)) + "\n\n\(size) bytes of body\n"
  }

  /// A line for a shell. The credential is taken from a variable that the person sets.
  var curl: String {
    var words = ["curl --http2 --include"]
    words.append("--header \"authorization: bearer $PUSH_TOKEN\"")
    for (name, value) in headers { words.append("--header \(quotedForShell("\(name): \(value)"))") }
    words.append("--data-binary \(quotedForShell(String(decoding: body, as: UTF8.self)))")
    words.append(quotedForShell(url))
    return words.joined(separator: " \\\n  ") + "\n"
  }

  var json: JSON {
    [
      "type": "request", "method": "POST", "url": .string(url),
      "headers": .object(headers.map { ($0.name, .string($0.value)) }),
      "body": .string(String(decoding: body, as: UTF8.self)), "bytes": .integer(size),
    ]
  }

  private func quotedForShell(_ text: String) -> String {
    "'" + printable(text).replacing("'", with: "'\\''") + "'"
  }
}
