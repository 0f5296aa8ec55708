import Foundation

/// A bundle as a recipe describes it.
struct AppleRecipeBundle {
  enum Role { case app, `extension`, watch, clip }
  enum Build: String { case store, adhoc, enterprise, development, simulator }

  /// With its extension: `Parcel.app`.
  var name: String
  var role: Role
  var bundleID = "dev.pushwire.parcel"
  var team = "ABCDE12345"
  var isMac = false
  var build = Build.store
  /// Nil: that of the build.
  var profileKind: String?
  var info: [(String, PlistValue?)] = []
  /// Of every slice.
  var signature = Signature()
  var slices: [(architecture: String, signature: Signature)] = []
  var profile: [(String, PlistValue?)] = []
  var profileDER: [(String, PlistValue?)] = []
  var profileInfo: [(String, PlistValue?)] = []
  var edited: Set<String> = []
  var isEncrypted = false
  var strings: [String] = []
  /// Bytes of machine code.
  var codeSize = 0
  var extraFiles: [(String, [UInt8])] = []
  var children: [AppleRecipeBundle] = []

  /// What lines say of a signature.
  struct Signature {
    var xml: [(String, PlistValue?)] = []
    var der: [(String, PlistValue?)] = []
    var hasXML = true
    var hasDER = true
    var isUnsigned = false
    var isAdHoc = false
    var digests = SignatureWriter.Digests.sha256
  }

  init(name: String, _ role: Role) {
    self.name = name
    self.role = role
  }

  var stem: String { String(name.prefix { $0 != "." }) }

  mutating func apply(_ lines: [RecipeLine]) throws {
    // What others follow from comes first.
    let first = ["bundle", "team", "platform", "build"]
    for line in lines where first.contains(line.words[0]) { try applyBasics(line) }
    for line in lines where line.words[0] == "profile" && !line.rest.contains(" = ") {
      profileKind = line.words.last
    }
    for line in lines where !first.contains(line.words[0]) { try apply(line) }
  }

  private mutating func applyBasics(_ line: RecipeLine) throws {
    guard line.words.count == 2 else { throw RecipeError("one word is missing or too many: \(line.words)") }
    switch line.words[0] {
    case "bundle": bundleID = line.rest
    case "team": team = line.rest
    case "platform":
      guard ["ios", "macos"].contains(line.rest) else { throw RecipeError("no such platform: \(line.rest)") }
      isMac = line.rest == "macos"
    default:
      guard let build = Build(rawValue: line.rest) else { throw RecipeError("no such build: \(line.rest)") }
      self.build = build
    }
  }

  private mutating func apply(_ line: RecipeLine) throws {
    switch line.words[0] {
    case "info": info.append(try line.assignment())
    case "profile":
      guard line.rest.contains(" = ") else { return }
      profile.append(try line.assignment())
      profileDER.append(try line.assignment())
    case "profile-xml": profile.append(try line.assignment())
    case "profile-der": profileDER.append(try line.assignment())
    case "profile-info": profileInfo.append(try line.assignment())
    case "arch":
      var slice = signature
      for inner in line.block { try slice.apply(inner) }
      slices.append((line.rest, slice))
    case "encrypted": isEncrypted = true
    case "contains": strings.append(line.rest)
    case "code": codeSize = Int(line.rest) ?? 0
    case "edited": edited.insert(line.rest)
    case "file": extraFiles.append((line.rest, Array(line.text.utf8)))
    case "extension": try add(line, .extension)
    case "watch": try add(line, .watch)
    case "clip": try add(line, .clip)
    default: try signature.apply(line)
    }
  }

  private mutating func add(_ line: RecipeLine, _ role: Role) throws {
    var child = AppleRecipeBundle(name: line.rest, role)
    (child.team, child.isMac, child.build, child.profileKind) = (team, isMac, build, profileKind)
    switch role {
    case .watch: child.bundleID = bundleID + ".watchkitapp"
    case .clip: child.bundleID = bundleID + ".Clip"
    default: child.bundleID = bundleID + "." + child.stem.lowercased()
    }
    try child.apply(line.block)
    children.append(child)
  }
}

extension AppleRecipeBundle.Signature {
  mutating func apply(_ line: RecipeLine) throws {
    switch line.words[0] {
    case "signed":
      let (key, value) = try line.assignment()
      xml.append((key, value))
      der.append((key, value))
    case "signed-xml": xml.append(try line.assignment())
    case "signed-der": der.append(try line.assignment())
    case "no-xml": hasXML = false
    case "no-der": hasDER = false
    case "unsigned": isUnsigned = true
    case "ad-hoc": isAdHoc = true
    case "digests":
      guard let digests = SignatureWriter.Digests(rawValue: line.rest) else {
        throw RecipeError("no such digests: \(line.rest)")
      }
      self.digests = digests
    default: throw RecipeError("no such line: \(line.words.joined(separator: " "))")
    }
  }
}
