import Foundation

/// Where PostgreSQL's own programs are, and as whom they run.
enum PostgresPrograms {
  /// The folder of `initdb` and `postgres`, of the newest version that is installed; nil: there is none.
  static let folder: String? = {
    var folders: [String] = []
    for parent in ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
      let versions = names.filter { parent.hasSuffix("postgresql") || $0.hasPrefix("postgresql") }
      folders += versions.sorted { version($0) > version($1) }.map { "\(parent)/\($0)/bin" }
    }
    if let path = ForeignProgram.path("initdb") {
      folders.append(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }
    return folders.first { folder in
      ["initdb", "postgres", "psql", "pg_isready"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)")
      }
    }
  }()

  private static func version(_ name: String) -> Int { Int(name.filter(\.isNumber)) ?? 0 }

  /// The server refuses to run as root: then it runs as one of these users.
  static let otherUser: (name: String, user: uid_t, group: gid_t)? = {
    guard getuid() == 0 else { return nil }
    for name in ["postgres", "nobody"] {
      if let entry = getpwnam(name) { return (name, entry.pointee.pw_uid, entry.pointee.pw_gid) }
    }
    return nil
  }()

  /// Words before a command line that has to run as that user.
  static var asOther: [String] {
    guard let otherUser else { return [] }
    return [
      "setpriv", "--reuid=\(otherUser.user)", "--regid=\(otherUser.group)", "--clear-groups",
      "--no-new-privs",
    ]
  }

  /// Why no server can be started here; nil: one can.
  static let missing: String? = {
    guard folder != nil else { return "there is no PostgreSQL server here: see make deps" }
    guard getuid() == 0 else { return nil }
    guard otherUser != nil, ForeignProgram.isInstalled("setpriv") else {
      return "PostgreSQL does not run as root, and there is no other user or no setpriv"
    }
    return nil
  }()

  /// Runs one of them to its end, as the user of the server.
  @discardableResult
  static func run(_ name: String, _ arguments: [String], in folder: URL) throws -> String {
    guard let programs = self.folder else { throw PostgresFault(what: missing ?? "no PostgreSQL") }
    let words = asOther + ["\(programs)/\(name)"] + arguments
    var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PG") }
    environment["LC_ALL"] = "C"
    let ended = try ForeignProgram.run("env", words, in: folder, environment: environment, joins: true)
    guard ended.status == 0 else { throw PostgresFault(what: "\(name): \(ended.output)") }
    return ended.output
  }
}

public struct PostgresFault: Error, CustomStringConvertible {
  public let what: String
  public var description: String { what }
}
