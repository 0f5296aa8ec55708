import AppFacts

/// Puts together the bundles of an archive or a folder, file by file, in whatever order they come.
struct BundleCollector {
  /// What is known of one bundle so far.
  private struct Parts {
    var bundle: AppBundle
    /// By the names of their files.
    var executables: [String: SignedBinary] = [:]
    var seen: Set<String> = []

    /// A folder around a bundle, as a wrapped app on a Mac is.
    var isHollow: Bool { bundle.infoSeal == nil && executables.isEmpty && bundle.codeResources == nil }
  }

  /// What could not be read, as sentences with the file's name in the artifact.
  private(set) var problems: [String] = []
  private(set) var secrets: [SecretSighting] = []
  private var parts: [String: Parts] = [:]
  private var order: [String] = []
  private var limits: InspectLimits
  private let container: AppBundle.Container
  /// Makes a place of a path.
  private let place: @Sendable (String) -> Place
  /// Bytes of documents and tokens that may still be read: no number of bundles takes the memory.
  private var budget: Int
  /// The same for files that are searched for secrets.
  private var textBudget = 16 << 20

  private static let mostBundles = 256
  private static let mostProblems = 20
  private static let mostSecrets = 100
  private static let largestText = 4 << 20

  init(
    _ container: AppBundle.Container, _ limits: InspectLimits, place: @escaping @Sendable (String) -> Place
  ) {
    self.container = container
    self.limits = limits
    self.place = place
    budget = 4 * limits.document
  }

  mutating func problem(_ why: String) {
    if problems.count < Self.mostProblems, !problems.contains(why) { problems.append(why) }
  }

  /// A file of the artifact, by its path in it.
  mutating func add(_ path: String, _ member: some BundleMember) {
    guard BundlePath.isSafe(path) else {
      return problem("a name in it leads out of it, and was left out")
    }
    guard let found = BundlePath(path) else { return }
    guard start(found.bundle) else { return problem("it has more than \(Self.mostBundles) bundles") }
    let role = found.role
    switch role {
    case .other: return
    case .framework: break
    default:
      guard parts[found.bundle]?.seen.insert(path).inserted ?? false else {
        return problem("\(path) stands there twice; the first one was read")
      }
    }
    read(path, found, role, member)
  }

  /// Whether there is room for this bundle. A bundle's folder may come without files of interest.
  private mutating func start(_ bundle: String) -> Bool {
    if parts[bundle] != nil { return true }
    guard parts.count < Self.mostBundles else { return false }
    parts[bundle] = Parts(bundle: AppBundle(place(bundle), container))
    order.append(bundle)
    return true
  }

  private mutating func read(
    _ path: String, _ found: BundlePath, _ role: BundlePath.Role, _ member: some BundleMember
  ) {
    let place = place(path)
    let key = found.bundle
    switch role {
    case .info:
      guard let bytes = contents(path, member) else { return }
      parts[key]?.bundle.infoSeal = SealedFile(digesting: bytes, place)
      if let tree = plist(path, bytes, place) {
        parts[key]?.bundle.info = InfoPlistFile(place, tree, isSource: false)
      }
    case .profile:
      guard let bytes = contents(path, member) else { return }
      let outcome = ProfileReader.read(bytes, place, limits)
      if let why = outcome.why { problem("\(path): \(why)") }
      parts[key]?.bundle.profile = outcome.profile
    case .codeResources:
      guard let bytes = contents(path, member) else { return }
      parts[key]?.bundle.codeResources = SealedFile(digesting: bytes, place)
    case .googlePlist:
      guard let bytes = contents(path, member), let tree = plist(path, bytes, place) else { return }
      parts[key]?.bundle.googlePlist = GooglePlist(place, tree)
    case .expandedEntitlements:
      guard let bytes = contents(path, member), let tree = plist(path, bytes, place) else { return }
      parts[key]?.bundle.expandedEntitlements = EntitlementsFile(place, tree)
    case .executable:
      guard let reader = member.machO(place, limits) else { return }
      for why in reader.problems { problem("\(path): \(why)") }
      // Beside the executable a debug build has a library or two.
      if let name = found.inner.last, (parts[key]?.executables.count ?? 0) < 16 {
        parts[key]?.executables[String(name)] = reader.binary
      }
    case .framework(let name):
      guard let count = parts[key]?.bundle.frameworks.count, count < 1000 else { return }
      if parts[key]?.bundle.frameworks.contains(name) == false { parts[key]?.bundle.frameworks.append(name) }
    case .text:
      // What is larger is no key, and nobody asked for it: passed over without a word.
      guard secrets.count < Self.mostSecrets,
        let bytes = member.contents(limit: min(Self.largestText, textBudget))
      else { return }
      textBudget -= bytes.count
      secrets += SecretSearch.scan(bytes, place, isShipped: true)
    case .other: break
    }
  }

  private mutating func contents(_ path: String, _ member: some BundleMember) -> [UInt8]? {
    guard let bytes = member.contents(limit: min(limits.document, budget)) else {
      problem("\(path) cannot be read, or is too large")
      return nil
    }
    budget -= bytes.count
    return bytes
  }

  private mutating func plist(_ path: String, _ bytes: [UInt8], _ place: Place) -> Located? {
    do throws(PropertyList.Failure) {
      let tree = try PropertyList.read(bytes, file: place.file, limits: limits)
      limits.values -= tree.count
      guard tree.isObject else {
        problem("\(path) is no dictionary")
        return nil
      }
      return tree
    } catch {
      problem("\(path): \(error.why)")
      return nil
    }
  }

  // MARK: The end

  /// The bundles, each with those inside of it.
  mutating func finish() -> [AppBundle] {
    let around = Set(order.compactMap { Self.parent(of: $0, in: parts) })
    for key in order where around.contains(key) && parts[key]?.isHollow == true {
      parts[key] = nil
    }
    order.removeAll { parts[$0] == nil }
    for key in order { complete(key) }
    // The innermost first: a bundle is whole when it is put into the one around it.
    let inward = order.sorted { $0.utf8.count > $1.utf8.count }
    var roots: Set<String> = Set(order)
    for key in inward {
      guard let parent = Self.parent(of: key, in: parts), let bundle = parts[key]?.bundle else { continue }
      parts[parent]?.bundle.children.insert(bundle, at: 0)
      roots.remove(key)
    }
    return order.filter(roots.contains).compactMap { parts[$0]?.bundle }
  }

  private static func parent(of path: String, in parts: [String: Parts]) -> String? {
    var path = path[...]
    while let slash = path.lastIndex(of: "/") {
      path = path[..<slash]
      if parts[String(path)] != nil { return String(path) }
    }
    return nil
  }

  private mutating func complete(_ key: String) {
    guard var part = parts[key] else { return }
    let stem = key.split(separator: "/").last.flatMap { BundlePath.stem($0) } ?? ""
    let name = part.bundle.info?.tree["CFBundleExecutable"]?.string ?? stem
    part.bundle.binary = part.executables[name]
    // Where Xcode puts the code of a debug build; the executable beside it only loads it.
    if let code = part.executables[name + ".debug.dylib"] {
      part.bundle.binary?.symbols.formUnion(code.symbols)
    }
    if part.bundle.info == nil {
      problem("\(key) has no Info.plist that can be read")
    }
    if part.bundle.binary == nil {
      problem("\(key) has no executable \(name)")
    }
    part.bundle.role = Self.role(key, part.bundle.info)
    parts[key] = part
  }

  private static func role(_ key: String, _ info: InfoPlistFile?) -> AppBundle.Role {
    let folders = key.split(separator: "/").dropLast()
    if key.hasSuffix(".appex") {
      let modern = info?.tree[path: ["EXAppExtensionAttributes", "EXExtensionPointIdentifier"]]?.string
      switch info?.extensionPoint?.value ?? modern {
      case "com.apple.usernotifications.service": return .notificationService
      case "com.apple.usernotifications.content-extension": return .notificationContent
      default: return .otherExtension
      }
    }
    if folders.last == "AppClips" { return .appClip }
    let isWatch = ["WKWatchKitApp", "WKApplication"].contains { info?.tree[$0]?.bool == true }
    return isWatch || folders.last == "Watch" ? .watchApp : .app
  }
}

extension Located {
  /// Values in it, itself among them.
  var count: Int {
    items.reduce(1 + members.reduce(0) { $0 + $1.value.count }) { $0 + $1.count }
  }
}
