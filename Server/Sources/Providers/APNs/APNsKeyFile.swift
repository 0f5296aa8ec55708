import PushContract
public import PushCrypto

/// A push key of Apple's developer account: the `.p8` file with its key id and team id.
public struct APNsKeyFile: Sendable {
  public let key: SigningKey
  /// Ten capital letters and digits; the JWT's `kid`.
  public let keyID: String
  /// Ten capital letters and digits; the JWT's `iss`.
  public let teamID: String
  /// What is odd but not wrong, for a person.
  public let remarks: [String]

  /// Reads and checks a key file.
  /// - Parameter keyID: nil takes it from the file's name, `AuthKey_<key id>.p8`.
  public static func read(path: String, keyID: String? = nil, teamID: String) throws -> APNsKeyFile {
    try check(pem: CredentialFile.read(path), file: path, keyID: keyID, teamID: teamID)
  }

  /// Checks a key that was read already.
  public static func check(
    pem: [UInt8], file: String, keyID: String? = nil, teamID: String
  ) throws -> APNsKeyFile {
    let found = try check(pem: pem, file: file, keyID: keyID)
    guard let id = found.keyID else {
      throw CredentialError(
        .keyID, "The key id is not given, and the file's name does not carry it (AuthKey_<key id>.p8).",
        place: file)
    }
    if let named = Self.keyID(inFileName: file), id != named, teamID == named {
      throw CredentialError(
        .swapped, "Key id and team id are swapped: the file's name says that \(named) is the key id.",
        place: file)
    }
    guard ProfileName.isAppleID(teamID) else {
      throw CredentialError(
        .teamID,
        "The team id \"\(teamID.prefix(20))\" is not 10 capital letters and digits; "
          + "it stands under Membership in Apple's developer account.", place: file)
    }
    guard id != teamID else {
      throw CredentialError(.swapped, "Key id and team id are the same; they never are.", place: file)
    }
    return APNsKeyFile(key: found.key, keyID: id, teamID: teamID, remarks: found.remarks)
  }

  /// Checks a key whose team is not known: all but whether the ids fit each other.
  public static func check(pem: [UInt8], file: String, keyID: String? = nil) throws -> WithoutTeam {
    if pem.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
      throw CredentialError(
        .wrongFile,
        "This is JSON, not a .p8 key. A service account belongs under credentials.fcm; "
          + "the APNs key is the file AuthKey_….p8 from Apple.", place: file)
    }
    let key: SigningKey
    do {
      key = try SigningKey.load(pem: pem, expecting: .ecP256)
    } catch let error as CryptoError {
      throw CredentialError(.init(rawValue: error.code.rawValue), error.message, place: file)
    }
    let named = Self.keyID(inFileName: file)
    if let keyID, !ProfileName.isAppleID(keyID) {
      throw CredentialError(
        .keyID, "The key id \"\(keyID.prefix(20))\" is not 10 capital letters and digits.", place: file)
    }
    var remarks: [String] = []
    if let named, let keyID, named != keyID {
      remarks.append(
        "The file's name says key id \(named), but \(keyID) is given. Unless the file was renamed, "
          + "use \(named).")
    }
    return WithoutTeam(key: key, keyID: keyID ?? named, remarks: remarks)
  }

  /// What is known of a key before its team is.
  public struct WithoutTeam: Sendable {
    public let key: SigningKey
    /// As given, else from the file's name; nil where neither says it.
    public let keyID: String?
    /// What is odd but not wrong, for a person.
    public let remarks: [String]
  }

  /// The key id in a name as Apple gives it: `AuthKey_ABC123DEFG.p8`, also with a browser's ` (1)`.
  public static func keyID(inFileName path: String) -> String? {
    let name = CredentialFile.name(path)
    guard name.hasPrefix("AuthKey_") else { return nil }
    let id = name.dropFirst(8).prefix(10)
    let rest = name.dropFirst(18)
    guard ProfileName.isAppleID(String(id)), rest.isEmpty || rest.hasPrefix(".") || rest.hasPrefix(" ") else {
      return nil
    }
    return String(id)
  }
}
