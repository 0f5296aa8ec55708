/// What went wrong with a key, a token or a certificate, in words that say what to do.
///
/// Never holds key material, a JWT or a claim's value.
public struct CryptoError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Which fault. An open set: OpenSSL's own faults come as ``library``.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  public let code: Code
  /// What is wrong and what to do about it, one or two sentences.
  public let message: String
  /// OpenSSL's error code, 0 where OpenSSL was not involved.
  public let libraryCode: UInt
  /// OpenSSL's own words for everything that stood in its error queue, oldest first.
  public let libraryErrors: [String]

  public init(_ code: Code, _ message: String, libraryCode: UInt = 0, libraryErrors: [String] = []) {
    self.code = code
    self.message = message
    self.libraryCode = libraryCode
    self.libraryErrors = libraryErrors
  }

  public var description: String {
    libraryErrors.isEmpty ? message : message + " (OpenSSL: " + libraryErrors.joined(separator: "; ") + ")"
  }
}

extension CryptoError.Code {
  // Keys
  public static let notPEM = Self(rawValue: "key.notPEM")
  public static let escapedNewlines = Self(rawValue: "key.escapedNewlines")
  public static let encrypted = Self(rawValue: "key.encrypted")
  public static let certificate = Self(rawValue: "key.certificate")
  public static let publicKey = Self(rawValue: "key.publicKey")
  public static let privateKey = Self(rawValue: "key.privateKey")
  public static let truncated = Self(rawValue: "key.truncated")
  public static let damaged = Self(rawValue: "key.damaged")
  public static let wrongType = Self(rawValue: "key.wrongType")
  public static let wrongCurve = Self(rawValue: "key.wrongCurve")
  public static let weak = Self(rawValue: "key.weak")
  // Tokens
  public static let tokenTooLong = Self(rawValue: "jwt.tooLong")
  public static let tokenMalformed = Self(rawValue: "jwt.malformed")
  public static let tokenAlgorithm = Self(rawValue: "jwt.algorithm")
  public static let tokenKey = Self(rawValue: "jwt.key")
  public static let tokenSignature = Self(rawValue: "jwt.signature")
  // Certificates
  public static let badName = Self(rawValue: "certificate.badName")
  /// OpenSSL failed at something that should not fail.
  public static let library = Self(rawValue: "crypto.library")
}
