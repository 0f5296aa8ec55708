import Foundation
import Providers
import PushContract
import PushCrypto

/// Shares APNs provider tokens between runs of the command.
///
/// APNs answers TooManyProviderTokenUpdates to tokens that are made more often than every 20 minutes, and
/// every run is a process of its own. So the newest token of each key and environment is kept in a file
/// that only its owner can read, and used again until it is too old. It is good for an hour at most.
struct ProviderTokenCache {
  let folder: String

  /// `$XDG_CACHE_HOME/pushwire`, `~/Library/Caches/pushwire` on a Mac, else `~/.cache/pushwire`. Nil
  /// where there is no home.
  init?(environment: [String: String]) {
    if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") {
      folder = cache + "/pushwire"
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      #if os(macOS)
        folder = home + "/Library/Caches/pushwire"
      #else
        folder = home + "/.cache/pushwire"
      #endif
    } else {
      return nil
    }
  }

  /// Gives the token what an earlier run made, or keeps what it makes now. What cannot be kept costs
  /// nothing but a new token the next time.
  func share(_ token: ProviderToken, now: Int) throws {
    guard let name = try? fileName(token), makeFolder(),
      case let lock = open("\(folder)/\(name).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600), lock >= 0
    else { return }
    defer { close(lock) }
    // Another run may be making one right now.
    guard flock(lock, LOCK_EX) == 0 else { return }
    let path = "\(folder)/\(name)"
    if let issued = read(path), token.adopt(issued, now: now) { return }
    write(try token.current(now: now), to: path)
  }

  /// Key, team and environment, and the key itself: a new key under an old id has a token of its own.
  private func fileName(_ token: ProviderToken) throws -> String {
    let identity = try token.key.key.publicKey.der() + Array("\n\(token.key.keyID)\n\(token.key.teamID)".utf8)
    let digest = try Digest.sha256(identity).prefix(8).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return "apns-\(token.environment.rawValue)-\(digest.joined())"
  }

  private func makeFolder() -> Bool {
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return FileManager.default.fileExists(atPath: folder)
  }

  /// The first line is `iat`, the second the header's value. Anything else, or a file that others may
  /// read, is as good as none.
  private func read(_ path: String) -> ProviderToken.Issued? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & 0o077 == 0, status.st_uid == geteuid(),
      let text = try? String(contentsOfFile: path, encoding: .utf8)
    else { return nil }
    let lines = text.split(separator: "\n")
    guard lines.count == 2, let issuedAt = Int(lines[0]), lines[1].hasPrefix("bearer ey"),
      lines[1].utf8.allSatisfy({ $0 >= 32 && $0 < 127 })
    else { return nil }
    return ProviderToken.Issued(authorization: String(lines[1]), issuedAt: issuedAt)
  }

  private func write(_ issued: ProviderToken.Issued, to path: String) {
    let temporary = "\(path).\(getpid())"
    let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    let bytes = Array("\(issued.issuedAt)\n\(issued.authorization)\n".utf8)
    let isWhole = Foundation.write(file, bytes, bytes.count) == bytes.count
    close(file)
    if !isWhole || rename(temporary, path) != 0 { unlink(temporary) }
  }
}
