import AppFacts
import PushCrypto

/// Says what a file is that claims to be an APNs key. Nothing of the key is kept.
enum ProviderKeyReader: ArtifactReader {
  static func claims(_ file: InputFile) -> Bool {
    if file.fileExtension == "p8" { return true }
    guard file.isGiven, ["pem", "key", "cer", "crt", "p12", ""].contains(file.fileExtension) else {
      return false
    }
    return file.fileExtension == "p12" || file.head.prefix(4096).starts(with: "-----BEGIN ".utf8)
  }

  static func read(_ file: InputFile, _ limits: InspectLimits, into facts: inout AuditFacts) {
    let content = content(file.head)
    facts.providerKeys.append(
      ProviderKeyFile(file.place, content, keyIDInName: keyID(file.place.file)))
    // Found in a folder or an app, it lies where it must not.
    if !file.isGiven {
      let isShipped = file.place.file.contains("!") || file.place.file.contains(".app/")
      facts.secrets += SecretSearch.scan(file.head, file.place, isShipped: isShipped)
    }
    facts.inputs.append(
      InputFact(.providerKey, file.place, summary: summary(content), isGiven: file.isGiven))
  }

  static func content(_ bytes: [UInt8]) -> ProviderKeyFile.Content {
    let label = PEMArmour.firstLabel(bytes)
    do {
      let key = try SigningKey.load(pem: bytes)
      guard label == "PRIVATE KEY" else { return .otherPEM(label ?? "") }
      return key.kind == .ecP256 ? .p256 : .otherKey("RSA")
    } catch let error as CryptoError {
      switch error.code {
      case .wrongCurve where label == "PRIVATE KEY": return .otherKey("a curve that is not P-256")
      case .weak where label == "PRIVATE KEY": return .otherKey("RSA")
      case .wrongType where label == "PRIVATE KEY": return .otherKey("neither P-256 nor RSA")
      case .truncated, .damaged, .escapedNewlines, .notPEM: return .unreadable(error.message)
      default: return label.map { .otherPEM($0) } ?? .unreadable(error.message)
      }
    } catch {
      return .unreadable("it is no key that can be read")
    }
  }

  private static func summary(_ content: ProviderKeyFile.Content) -> String {
    switch content {
    case .p256: "a P-256 key"
    case .otherKey(let kind): "another key: \(kind)"
    case .otherPEM(let label): "PEM: \(label)"
    case .unreadable: "no key that can be read"
    }
  }

  /// `AuthKey_ABC123DEFG.p8`, also with a browser's ` (1)`.
  static func keyID(_ path: String) -> String? {
    let name = path[(path.lastIndex { $0 == "/" || $0 == "!" }.map(path.index(after:)) ?? path.startIndex)...]
    guard name.hasPrefix("AuthKey_") else { return nil }
    let id = name.dropFirst(8).prefix(10)
    let rest = name.dropFirst(18)
    guard id.count == 10, id.utf8.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x41 && $0 <= 0x5A) }),
      rest.hasPrefix(".") || rest.hasPrefix(" ")
    else { return nil }
    return String(id)
  }
}

/// The armour lines of PEM (RFC 7468).
enum PEMArmour {
  /// The label of the first `-----BEGIN …-----` line.
  static func firstLabel(_ bytes: [UInt8]) -> String? {
    guard let begin = bytes.firstRange(of: Array("-----BEGIN ".utf8)) else { return nil }
    return label(bytes, begin.upperBound)
  }

  /// What stands between `BEGIN ` and the dashes; nil where it is no label.
  static func label(_ bytes: [UInt8], _ start: Int) -> String? {
    var end = start
    while end < bytes.count, end - start <= 48,
      bytes[end] == 0x20 || (bytes[end] >= 0x41 && bytes[end] <= 0x5A)
        || (bytes[end] >= 0x30 && bytes[end] <= 0x39)
    {
      end += 1
    }
    guard end > start, bytes[end...].starts(with: "-----".utf8) else { return nil }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}
