internal import Foundation

/// Ids and secrets, from the system's generator.
enum RandomText {
  static func installation() -> String { UUID().uuidString }

  /// 256 bits as base64url: 43 characters.
  static func secret() -> String {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    return Data(bytes).base64EncodedString()
      .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
  }
}
