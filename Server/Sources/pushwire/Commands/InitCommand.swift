import Foundation
import ProfileFile

/// `pushwire init [PROJECT…]`: a first profile, commented.
struct InitCommand: Command {
  let name = "init"
  let summary = "Write a first profile, with what an app's own project files tell"
  let syntax = Syntax(
    options: [
      .init(
        name: "output", short: "o", value: "FILE", summary: "Where it is written (pushwire.yaml); - prints it"
      ),
      .init(name: "force", summary: "Replace a file that is there"),
    ],
    positionals: [
      .init(
        name: "PROJECT", summary: "An Xcode or Android tree, or a google-services.json", required: false,
        repeats: true)
    ])
  let discussion = """
    Writes a commented profile with an example of each kind of class. Bundle id, team, package, project and \
    minimum versions are taken from the projects named, and each says where it was found; the project is only \
    read. What is not known is left as a placeholder, and `pushwire check` finds what is left. A file that is \
    there stays as it is. Exits 1 if a project tells nothing of an app.
    """
  let examples = [
    Example("pushwire init ../MyApp", "From an Xcode or Android tree"),
    Example("pushwire init ../ios ../android/app/google-services.json", "From several places"),
    Example("pushwire init --output -", "Look at it first, with placeholders"),
  ]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    var found = ProjectDiscovery()
    for path in arguments.positionals {
      let one: ProjectDiscovery
      do throws(ProfileFileError) { one = try ProjectDiscovery.search(path) } catch {
        throw CommandError(error, path: path, isProfile: false)
      }
      guard !one.isEmpty else {
        throw CommandError(
          CommandError.Code(rawValue: "no_app"), "Nothing there tells of an app.", place: path,
          advice:
            "Name the folder with the .xcodeproj or build.gradle, or write placeholders: `pushwire init`.",
          exit: .no)
      }
      found.fill(from: one)
    }
    let text = StarterProfile.render(found)
    let path = arguments.value("output") ?? ProfileInput.usualPath
    if path == "-" {
      context.output.write(text)
      return .yes
    }
    try write(text, to: path, replacing: arguments.has("force"))
    if context.json { context.print(found.json(file: path)) } else { report(found, path, context) }
    return .yes
  }

  private func write(_ text: String, to path: String, replacing: Bool) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (replacing ? O_TRUNC : O_EXCL), 0o644)
    guard descriptor >= 0 else {
      if errno == EEXIST {
        throw CommandError(
          .configuration, "There is a profile already; it stays as it is.", place: path,
          advice: "Name another file with --output, or replace it with --force.")
      }
      throw CommandError(
        .configuration, "The file cannot be written: \(String(cString: strerror(errno))).", place: path,
        advice: "Name another file with --output.")
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try file.write(contentsOf: Data(text.utf8))
    } catch {
      throw CommandError(
        .configuration, "The file could not be written to its end.", place: path, advice: "Look at the disk.")
    }
  }

  private func report(_ found: ProjectDiscovery, _ path: String, _ context: Context) {
    var table = Table("what", "value", "found in")
    for value in found.values { table.add(.init(value.name), .init(value.text, .bold), .init(value.place)) }
    if !found.values.isEmpty { context.output.write(table.text(context.output.style, width: nil) + "\n") }
    for note in found.notes { context.print("note: " + printable(redacted(note))) }
    context.print("\(printable(path)) is written. Next: pushwire check \(printable(path))")
  }
}

extension ProjectDiscovery {
  /// One value for people and programs.
  fileprivate struct Line {
    var code: String
    var text: String
    var place: String
    var name: String { code.replacing("_", with: " ") }
  }

  fileprivate var values: [Line] {
    func line<Value>(_ code: String, _ found: Found<Value>?) -> Line? {
      found.map { Line(code: code, text: "\($0.value)", place: $0.place) }
    }
    return [
      line("name", name), line("ios_bundle_id", iosBundleID), line("macos_bundle_id", macosBundleID),
      line("team_id", teamID), line("minimum_ios", minimumIOS), line("minimum_macos", minimumMacOS),
      line("android_package", androidPackage), line("minimum_sdk", minimumSDK), line("target_sdk", targetSDK),
      line("project_id", projectID),
    ].compactMap { $0 }
  }

  fileprivate func json(file: String) -> JSON {
    let found = values.map { ($0.code, ["value": .string($0.text), "place": .string($0.place)] as JSON) }
    return [
      "file": .string(file), "found": .object(found), "notes": .array(notes.map { .string(redacted($0)) }),
    ]
  }

  /// Takes what is not known yet from another place; what was found first stays.
  fileprivate mutating func fill(from other: ProjectDiscovery) {
    name = name ?? other.name
    iosBundleID = iosBundleID ?? other.iosBundleID
    macosBundleID = macosBundleID ?? other.macosBundleID
    teamID = teamID ?? other.teamID
    minimumIOS = minimumIOS ?? other.minimumIOS
    minimumMacOS = minimumMacOS ?? other.minimumMacOS
    androidPackage = androidPackage ?? other.androidPackage
    minimumSDK = minimumSDK ?? other.minimumSDK
    targetSDK = targetSDK ?? other.targetSDK
    projectID = projectID ?? other.projectID
    notes += other.notes
  }
}
