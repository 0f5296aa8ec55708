import Diagnosis
import Foundation
import PushClient
import PushClientTesting
import PushContract

/// What `pushwire verify` was asked for, with everything checked that can be wrong before it begins.
struct VerifyPlan {
  let profile: Profile
  let content: VerifyContent
  /// Nil: its own.
  let server: VerifyServer?
  /// Where the running emulators hand over deliveries; nil: its own.
  let devices: String?
  let installation: String?
  let account: String
  let platforms: [Platform]
  let checks: [Check]
  /// Milliseconds; nil: as usual.
  let wait: Int?
  let assumesYes: Bool
  let reportPath: String?
  /// Different for each run.
  let name = UUID().uuidString.prefix(8).lowercased()
  private let givenProfile: String?
  private let temporary = TemporaryProfile()

  init(_ arguments: Arguments, _ environment: [String: String]) throws {
    installation = arguments.value("device")
    server = try Self.server(arguments, environment)
    devices = try Self.devices(arguments, hasServer: server != nil)
    let path = arguments.value(ProfileInput.option.name) ?? ProfileInput.usualPath
    // An example only where nothing of the person's own is meant.
    let isOwn =
      arguments.value(ProfileInput.option.name) != nil || FileManager.default.fileExists(atPath: path)
      || server != nil
    givenProfile = isOwn ? path : nil
    profile = try ProfileInput.usable(path: isOwn ? path : temporary.path()).profile
    content = try VerifyContent(
      profile, alert: arguments.value("alert"), silent: arguments.value("silent"),
      values: arguments.pairs("parameters"), place: isOwn ? path : "the example")
    account = arguments.value("account") ?? "pushwire-verify"
    platforms = try Self.platforms(arguments, profile)
    checks = try Self.checks(arguments)
    wait = try arguments.integer("wait", in: 1...86_400).map { $0 * 1000 }
    assumesYes = arguments.has("yes")
    reportPath = arguments.value("report")
    if installation == nil, assumesYes { throw CommandError.usage("--yes is for --device.") }
  }

  /// The file that a server of its own is started with.
  func profilePath() throws -> String { try givenProfile ?? temporary.path() }

  func clean() { temporary.remove() }

  func report(_ server: String) -> VerifyReport {
    VerifyReport(
      version: Pushwire.version, server: server, app: profile.app.name, alertClass: content.alert.name,
      silentClass: content.silent.name, start: Instant.now())
  }

  // MARK: Options

  static func server(_ arguments: Arguments, _ environment: [String: String]) throws -> VerifyServer? {
    guard let address = arguments.value("server") else {
      for option in ["key", "tenant", "emulator"] where arguments.value(option) != nil {
        throw CommandError.usage("--\(option) needs --server.")
      }
      return nil
    }
    let example = "--server takes an address as https://push.example.com"
    guard let url = URLComponents(string: address), ["http", "https"].contains(url.scheme), url.host != nil
    else { throw CommandError.usage("\(example), not \(quoted(address)).") }
    // The address stands in the report: what is secret about it is not even repeated here.
    guard url.user == nil, url.password == nil, url.query == nil, url.fragment == nil else {
      throw CommandError.usage("\(example): no name or password, no ? and no #.")
    }
    guard let key = arguments.value("key") ?? environment["PUSHWIRE_KEY"] else {
      throw CommandError.usage(
        "--server needs a server key: --key or the environment's PUSHWIRE_KEY.",
        advice: "`pushwire keys create verify --scopes send,read` makes one.")
    }
    guard !key.isEmpty, key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw CommandError.usage(
        "The server key is empty or has blanks, line breaks or the like.",
        advice: "Copy it whole, and nothing else.")
    }
    return VerifyServer(address, key: key, tenant: arguments.value("tenant"), transport: try CurlTransport())
  }

  private static func devices(_ arguments: Arguments, hasServer: Bool) throws -> String? {
    guard arguments.has("virtual"), hasServer else {
      if arguments.value("emulator") != nil { throw CommandError.usage("--emulator is for --virtual.") }
      return nil
    }
    guard let folder = arguments.value("emulator") else {
      throw CommandError.usage(
        "--virtual with --server needs --emulator FOLDER: virtual devices get their pushes there.")
    }
    let address = try EmulatedDevices.address(folder)
    // Any answer will do: that it is there.
    guard try CurlTransport().send(HTTPRequest("GET", address + "/")) != nil else {
      throw CommandError.unreadable(
        "The emulators do not answer.", place: address,
        advice:
          "Does `pushwire emulate --folder \(printable(folder))` run? Each start writes the folder anew.")
    }
    return address
  }

  private static func platforms(_ arguments: Arguments, _ profile: Profile) throws -> [Platform] {
    let known = VirtualRun.platforms(profile)
    let wanted = try arguments.all("platform").map { word in
      guard let platform = Platform(rawValue: word) else {
        throw CommandError.usage(
          "--platform does not know \(quoted(word)).", advice: "It takes ios, macos or android.")
      }
      guard known.contains(platform) else {
        throw CommandError.usage("The profile has no app for \(platform.title).")
      }
      return platform
    }
    return wanted.isEmpty ? known : known.filter(wanted.contains)
  }

  private static func checks(_ arguments: Arguments) throws -> [Check] {
    let words = Check.allCases.map(\.rawValue)
    let wanted = try arguments.all("only").map { word in
      guard let check = Check(rawValue: word) else {
        throw CommandError.usage(
          "--only does not know \(quoted(word)).",
          advice: "It takes \(list(words))." + suggestion(for: word, in: words))
      }
      return check
    }
    return wanted.isEmpty ? Check.allCases : Check.allCases.filter(wanted.contains)
  }
}

/// The example's profile, as a file that is there for one run.
final class TemporaryProfile {
  private var folder: String?

  func path() throws -> String {
    if let folder { return folder + "/pushwire.yaml" }
    let name = "pushwire-verify-" + UUID().uuidString.prefix(8).lowercased()
    let made = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    try EmulatorFolder(path: made).write(DemoApp.profile, to: "pushwire.yaml")
    folder = made
    return made + "/pushwire.yaml"
  }

  func remove() {
    if let folder { try? FileManager.default.removeItem(atPath: folder) }
    folder = nil
  }

  deinit { remove() }
}

/// Where `pushwire emulate` lets programs play devices.
enum EmulatedDevices {
  static func address(_ path: String) throws -> String {
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    let file = isFolder.boolValue ? path + "/emulator.json" : path
    let text = try InputFile.read(file, "emulator's file")
    guard let address = (try? PushClient.JSONValue(parsing: text))?["devices"].string, !address.isEmpty else {
      throw CommandError.unreadable(
        "It does not say where devices are played.", place: file,
        advice: "`pushwire emulate` of this version writes it; let it run.")
    }
    return address
  }
}
