import Foundation
import Generate
import PushContract

/// `pushwire generate KIND`: code and manifest lines from a profile.
struct GenerateCommand: Command {
  let name = "generate"
  let summary = "Make Swift, Kotlin, Java or manifest lines of a profile"
  let syntax = Syntax(
    options: [
      ProfileInput.option,
      .init(
        name: "output", short: "o", value: "FILE", summary: "Where it is written; it is printed where absent"),
      .init(name: "check", summary: "Only compare the file with the profile; exit 1 if it differs"),
      .init(
        name: "name", value: "NAME", summary: "What the types are called after; the app's name where absent"),
      .init(
        name: "package", value: "PACKAGE", summary: "Kotlin and Java; the Android app's own where absent"),
      .init(name: "public", summary: "Swift: for other modules as well"),
      .init(name: "platform", value: "PLATFORM", summary: "plist and entitlements: ios (usual) or macos"),
      .init(
        name: "activity", value: "CLASS", summary: "manifest: what a tap and a link open (.MainActivity)"),
      .init(name: "service", value: "CLASS", summary: "manifest: what takes messages of FCM (.PushService)"),
    ],
    positionals: [.init(name: "KIND", summary: "One of \(list(Generated.allCases.map(\.rawValue)))")])
  let discussion = """
    swift, kotlin and java make typed destinations, the profile's names as constants, and the policy that the \
    client goes by. plist and entitlements are for an Apple app, manifest is for AndroidManifest.xml, policy is \
    the client's policy as JSON. The same profile always makes the same text. Commit what is made, and let CI \
    compare it with --check: that exits 1 if the file differs, and says how to renew it.
    """
  let examples = [
    Example("pushwire generate swift --output App/ParcelPush.swift", "Code for an iOS or macOS app"),
    Example("pushwire generate kotlin --package com.example.push", "Print code for an Android app"),
    Example(
      "pushwire generate swift --output App/ParcelPush.swift --check", "In CI: is the file up to date?"),
    Example("pushwire generate plist", "The lines for Info.plist"),
  ]

  enum Platform: String, CaseIterable { case ios, macos }

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let kind = try Self.kind(arguments.positional(0) ?? "")
    try Self.checkOptions(kind, arguments)
    let options = try Self.options(arguments)
    let output = arguments.value("output").flatMap { $0 == "-" ? nil : $0 }
    if arguments.has("check"), output == nil {
      throw CommandError.usage(
        "--check compares a file, and none is named.", advice: "Write --output FILE as well.")
    }
    let profile = try ProfileInput.usable(arguments).profile
    try Self.checkPlatform(kind, try arguments.choice("platform", Platform.self), profile)
    let text = kind.text(profile, options)
    guard let output else {
      if context.json {
        context.print([
          "kind": .string(kind.rawValue), "name": .string(kind.fileName(profile, options)),
          "text": .string(text),
        ])
      } else {
        context.output.write(text)
      }
      return .yes
    }
    try Self.checkFileName(kind, output, kind.fileName(profile, options))
    let before = Self.content(of: output)
    let isSame = before == Array(text.utf8)
    if arguments.has("check") { return compare(kind, output, before, isSame, arguments, context) }
    if !isSame { try Self.write(text, to: output) }
    if context.json {
      context.print(["kind": .string(kind.rawValue), "file": .string(output), "changed": .bool(!isSame)])
    } else {
      context.print("\(printable(output)) is \(isSame ? "up to date" : "written")")
    }
    return .yes
  }

  private func compare(
    _ kind: Generated, _ path: String, _ before: [UInt8]?, _ isSame: Bool, _ arguments: Arguments,
    _ context: Context
  ) -> Exit {
    let renewal = Self.renewal(kind, arguments)
    if context.json {
      context.print([
        "kind": .string(kind.rawValue), "file": .string(path), "current": .bool(isSame),
        "exists": .bool(before != nil), "renew": .string(renewal),
      ])
    } else if isSame {
      context.print("\(printable(path)) is up to date")
    } else {
      let what = before == nil ? "is not there" : "is not what the profile makes"
      context.print("\(printable(path)) \(what)\n  to do: \(printable(renewal))")
    }
    return isSame ? .yes : .no
  }

  // MARK: - Arguments

  private static func kind(_ word: String) throws -> Generated {
    if let kind = Generated(rawValue: word) { return kind }
    let words = Generated.allCases.map(\.rawValue)
    throw CommandError.usage(
      "Nothing of the kind \(quoted(word)) can be made.",
      advice: "It is \(list(words))." + suggestion(for: word, in: words))
  }

  private static func options(_ arguments: Arguments) throws -> GenerateOptions {
    var options = GenerateOptions()
    if let name = arguments.value("name") {
      guard ProfileName.isName(name) else {
        throw CommandError.usage("--name takes a letter, then letters, digits and _, not \(quoted(name)).")
      }
      options.name = name
    }
    if let package = arguments.value("package") {
      guard ProfileName.isPackage(package) else {
        throw CommandError.usage("--package takes a package as in com.example.push, not \(quoted(package)).")
      }
      options.package = package
    }
    options.isPublic = arguments.has("public")
    options.isMac = try arguments.choice("platform", Platform.self) == .macos
    options.activity = try className("activity", arguments) ?? options.activity
    options.service = try className("service", arguments) ?? options.service
    return options
  }

  private static func className(_ option: String, _ arguments: Arguments) throws -> String? {
    guard let text = arguments.value(option) else { return nil }
    let full = text.hasPrefix(".") ? "a" + text : text
    guard ProfileName.isPackage(full) else {
      throw CommandError.usage(
        "--\(option) takes a class as in .Name or com.example.Name, not \(quoted(text)).")
    }
    return text
  }

  /// What each option is for, where it is not for all kinds. One without effect is a mistake.
  private static let purposes: [(option: String, kinds: [Generated])] = [
    ("name", [.swift, .kotlin, .java, .entitlements]), ("package", [.kotlin, .java]), ("public", [.swift]),
    ("platform", [.plist, .entitlements]), ("activity", [.manifest]), ("service", [.manifest]),
  ]

  private static func checkOptions(_ kind: Generated, _ arguments: Arguments) throws {
    for (option, kinds) in purposes where !kinds.contains(kind) {
      guard arguments.has(option) || arguments.value(option) != nil else { continue }
      throw CommandError.usage(
        "--\(option) is for \(list(kinds.map(\.rawValue), "and")), and says nothing to \(kind.rawValue).")
    }
  }

  /// - Parameter wanted: nil: iOS, or macOS where that is all there is.
  private static func checkPlatform(_ kind: Generated, _ wanted: Platform?, _ profile: Profile) throws {
    let missing: String?
    switch kind {
    case .plist, .entitlements:
      let hasIOS = profile.app.ios != nil
      let hasMac = profile.app.macos != nil
      missing =
        switch wanted {
        case .ios: hasIOS ? nil : "ios"
        case .macos: hasMac ? nil : "macos"
        case nil: hasIOS || hasMac ? nil : "ios"
        }
    case .manifest: missing = profile.app.android == nil ? "android" : nil
    case .swift, .kotlin, .java, .policy: missing = nil
    }
    if let missing {
      throw CommandError(
        .configuration, "The profile has no `app.\(missing)`, which \(kind.rawValue) is for.",
        advice: "Add it to the profile, or make something else.")
    }
  }

  /// A public class of Java stands in a file of its name.
  private static func checkFileName(_ kind: Generated, _ path: String, _ name: String) throws {
    guard kind == .java, path.split(separator: "/").last.map(String.init) != name else { return }
    throw CommandError.usage(
      "Java wants this class in a file called \(name).", advice: "Name the file so, or the class with --name."
    )
  }

  /// The command that writes the file again.
  private static func renewal(_ kind: Generated, _ arguments: Arguments) -> String {
    var words = ["pushwire", "generate", kind.rawValue]
    for option in GenerateCommand().syntax.options {
      if let value = arguments.value(option.name) {
        words += ["--" + option.name, shellWord(value)]
      } else if option.value == nil, option.name != "check", arguments.has(option.name) {
        words.append("--" + option.name)
      }
    }
    return words.joined(separator: " ")
  }

  private static func shellWord(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "._-/+~:@%".utf8.contains(byte)
    }
    return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }

  // MARK: - Files

  private static func content(of path: String) -> [UInt8]? {
    (try? Data(contentsOf: URL(fileURLWithPath: path))).map { Array($0) }
  }

  private static func write(_ text: String, to path: String) throws {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw CommandError(
        .configuration, "The file cannot be written.", place: path,
        advice: "Look whether its folder is there and may be written to.")
    }
  }
}
