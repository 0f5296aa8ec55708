public import Foundation

/// Builds `.ipa`, `.app`, `.appex`, `.xcarchive`, `.mobileprovision`, `.provisionprofile` and `.macho` from a
/// few lines. What is not said is a healthy build for the App Store of Parcel, `dev.pushwire.parcel`, team
/// `ABCDE12345`, so that an example states only what is particular about it. The name of the app is the
/// file's.
///
/// One statement a line; a block follows indented; `#` starts a comment.
///
/// ```
/// bundle dev.pushwire.parcel            bundle id; ids of extensions and profiles follow from it
/// team ABCDE12345
/// platform ios | macos
/// build store | adhoc | enterprise | development | simulator
///                                       signature and profile for this kind
/// info KEY = VALUE                      of Info.plist; KEY may be a path:
/// NSExtension/NSExtensionPointIdentifier signed KEY = VALUE                    an entitlement of the
/// signature, as XML (slot 5) and DER (slot 7) signed-xml KEY = VALUE                in slot 5 alone
/// signed-der KEY = VALUE                in slot 7 alone no-xml, no-der                        without that
/// slot unsigned, ad-hoc                      no signature; one without a certificate digests sha1 | sha256 |
/// both arch arm64                            a slice; its block may hold all lines of the signature;
/// several: fat encrypted                             as the store encrypts executables contains NAME
///                 a text in the executable code 48000000                         so many bytes of machine
/// code in it profile store | adhoc | enterprise | development | none
///                                       another kind of embedded profile than the build's
/// profile KEY = VALUE                   an entitlement of the profile
/// profile-xml, profile-der KEY = VALUE  in one of its two forms alone
/// profile-info KEY = VALUE              of the profile itself: ExpirationDate = 2026-10-01
/// edited Info.plist | CodeResources | entitlements
///                                       changed after signing
/// file NAME                             a file in the bundle; its block is the text
/// extension Service.appex               a block of these lines; `watch`, `clip` too
/// ```
/// VALUE is `true`, `1`, a text, `"1"`, `[a, b]`, `{key: value}`; `none` takes a default away.
public enum AppleRecipe {
  public static func build(_ text: String, at url: URL) throws {
    let stem = url.deletingPathExtension().lastPathComponent
    let type = url.pathExtension
    let isExtension = type == "appex"
    var bundle = AppleRecipeBundle(
      name: stem + (isExtension ? ".appex" : ".app"), isExtension ? .extension : .app)
    try bundle.apply(RecipeLine.parse(text))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    switch type {
    case "mobileprovision", "provisionprofile":
      guard let profile = bundle.profileFile else { throw RecipeError("a profile of none") }
      try Data(profile).write(to: url)
    case "macho":
      try Data(try bundle.executable(infoPlist: nil, codeResources: nil)).write(to: url)
    case "app", "appex":
      try write(try bundle.files(), below: url)
    case "xcarchive":
      let files = try bundle.files().map { ("Products/Applications/\(bundle.name)/\($0.0)", $0.1) }
      try write(files + [("Info.plist", bundle.archiveInfo.xml)], below: url)
    case "ipa":
      var zip = ZipWriter()
      for (name, bytes) in try bundle.files() {
        zip.add("Payload/\(bundle.name)/\(name)", Data(bytes), isDeflated: true)
      }
      try zip.write(to: url)
    default: throw RecipeError("no recipe makes a file of the type \(type)")
    }
  }

  private static func write(_ files: [(String, [UInt8])], below folder: URL) throws {
    for (name, bytes) in files {
      let url = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: url)
    }
  }
}

/// One line of a recipe, and the block below it.
struct RecipeLine {
  var words: [String]
  /// Behind the first word.
  var rest: String
  var block: [RecipeLine]
  /// The block as it stands, without its indentation.
  var text: String

  /// `info KEY = VALUE`; a value of `none` is nil.
  func assignment() throws -> (key: String, value: PlistValue?) {
    guard let sign = rest.firstRange(of: " = ") else { throw RecipeError("no value in: \(rest)") }
    let value = rest[sign.upperBound...].trimmingCharacters(in: .whitespaces)
    return (
      rest[..<sign.lowerBound].trimmingCharacters(in: .whitespaces),
      value == "none" ? nil : try PlistValue(parsing: value)
    )
  }

  static func parse(_ text: String) -> [RecipeLine] {
    parse(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }

  private static func parse(_ lines: [String]) -> [RecipeLine] {
    var parsed: [RecipeLine] = []
    var at = 0
    while at < lines.count {
      let line = lines[at]
      at += 1
      let words = line.split(separator: " ").map(String.init)
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      var block: [String] = []
      while at < lines.count, indent(lines[at]) > indent(line) || lines[at].allSatisfy(\.isWhitespace) {
        block.append(lines[at])
        at += 1
      }
      let depth = block.filter { !$0.allSatisfy(\.isWhitespace) }.map(indent).min() ?? 0
      let text = block.map { String($0.dropFirst(depth)) }
      // A comment may stand at the end of a line; no value has a # with space on both sides.
      let bare = line.firstRange(of: " # ").map { String(line[..<$0.lowerBound]) } ?? line
      parsed.append(
        RecipeLine(
          words: bare.split(separator: " ").map(String.init),
          rest: bare.trimmingCharacters(in: .whitespaces).dropFirst(first.count)
            .trimmingCharacters(in: .whitespaces),
          block: first == "file" ? [] : parse(text), text: text.joined(separator: "\n")))
    }
    return parsed
  }

  private static func indent(_ line: String) -> Int { line.prefix { $0 == " " }.count }
}
