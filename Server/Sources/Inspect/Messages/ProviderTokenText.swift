import AppFacts
import PushCrypto

/// Reads what an APNs provider token says of itself, without its signature, which is not kept.
enum ProviderTokenText {
  /// Bytes of a token that is looked at.
  static let limit = 8 << 10

  /// Nil where this is no token in its compact form, or one that somebody masked.
  static func read(_ text: [UInt8], _ place: Place) -> ProviderTokenFact? {
    guard text.count <= limit else { return nil }
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count >= 8, parts[1].count >= 8 else { return nil }
    var fact = ProviderTokenFact(place)
    guard let header = object(parts[0]) else {
      // `eyJ…` with dots in it was shortened by a person.
      guard parts.allSatisfy({ $0.allSatisfy(isTokenByte) }) else { return nil }
      fact.problem = "its header is no JSON in base64url"
      return fact
    }
    guard let claims = object(parts[1]) else {
      guard parts.allSatisfy({ $0.allSatisfy(isTokenByte) }) else { return nil }
      fact.problem = "its claims are no JSON in base64url"
      return fact
    }
    fact.algorithm = header["alg"]?.string
    fact.keyID = header["kid"]?.string
    fact.teamID = claims["iss"]?.string
    switch claims["iat"]?.kind {
    case .integer(let seconds): fact.issuedAt = seconds
    case .real(let seconds): fact.issuedAt = Int(exactly: seconds.rounded())
    case .string: fact.problem = "iat is a string, and must be a number"
    default: break
    }
    return fact
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    isNameByte(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "=")
  }

  /// A part as a JSON object; padding, which some makers add, is passed over.
  static func object(_ part: ArraySlice<UInt8>) -> Located? {
    guard let bytes = Base64URL.decode(part.filter { $0 != UInt8(ascii: "=") }),
      case .success(let tree) = JSONTree.read(bytes, in: ""), tree.isObject
    else { return nil }
    return tree
  }
}
