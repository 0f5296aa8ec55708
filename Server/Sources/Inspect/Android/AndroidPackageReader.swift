import AppFacts

/// An `.apk` or `.aab`: its manifest, and which classes of interest its code names.
enum AndroidPackageReader: ArtifactReader {
  /// Classes of the SDKs that rules ask for.
  static let classes = [
    "com.google.firebase.messaging.FirebaseMessaging",
    "com.google.firebase.messaging.FirebaseMessagingService",
    "com.google.firebase.iid.FirebaseInstanceIdService",
    "com.google.android.gms.gcm.GcmListenerService",
    "com.google.android.gms.gcm.GcmReceiver",
    "android.app.NotificationChannel",
    "androidx.core.app.NotificationChannelCompat",
  ]

  static func claims(_ file: InputFile) -> Bool {
    file.path != nil && (file.fileExtension == "apk" || file.fileExtension == "aab")
  }

  static func read(_ file: InputFile, _ limits: InspectLimits, into facts: inout AuditFacts) {
    guard let path = file.path else { return }
    var kind: InputFact.Kind = file.fileExtension == "aab" ? .aab : .apk
    do throws(ArchiveFailure) {
      guard let member = try manifest(in: path, limits) else {
        facts.inputs.append(
          InputFact(
            kind, file.place, .unreadable("it has no AndroidManifest.xml"), isGiven: file.isGiven))
        return
      }
      let origin: AndroidManifest.Origin = member.name == bundleManifest ? .aab : .apk
      kind = origin == .aab ? .aab : .apk
      let place = Place(file.place.file + "!" + member.name)
      var reading = AndroidManifestReader.read(member.bytes, file: place.file, origin, limits)
      var dexClasses: Set<String>?
      if let root = reading.root {
        do throws(ArchiveFailure) {
          dexClasses = try names(classes + components(root), in: path, limits)
        } catch {
          reading.problem = reading.problem ?? "its code cannot be read: " + error.why
        }
      }
      if member.isDouble {
        reading.problem = reading.problem ?? "it has two manifests; the first one is read"
      }
      facts.take(
        reading, origin, kind, file.place, in: place, isGiven: file.isGiven, dexClasses: dexClasses)
    } catch {
      facts.inputs.append(InputFact(kind, file.place, .unreadable(error.why), isGiven: file.isGiven))
    }
  }

  private static let bundleManifest = "base/manifest/AndroidManifest.xml"

  private struct Member {
    var name: String
    var bytes: [UInt8]
    var isDouble = false
  }

  private static func manifest(in path: String, _ limits: InspectLimits) throws(ArchiveFailure) -> Member? {
    let archive = try Archive(path: path, limits: limits)
    var found: Member?
    while let member = try archive.next() {
      guard member.isFile, let name = member.name, name == "AndroidManifest.xml" || name == bundleManifest
      else { continue }
      if found == nil {
        found = Member(name: name, bytes: try archive.contents(limit: limits.document))
      } else {
        found?.isDouble = true
      }
    }
    return found
  }

  /// Which of these classes its dex files name; nil where it has none.
  private static func names(
    _ classes: [String], in path: String, _ limits: InspectLimits
  ) throws(ArchiveFailure) -> Set<String>? {
    let archive = try Archive(path: path, limits: limits)
    var search = DexNames(classes)
    var hasCode = false
    while let member = try archive.next() {
      guard member.isFile, let name = member.name, isDex(name) else { continue }
      hasCode = true
      try archive.unpack { block in
        search.take(block)
        return true
      }
      search.end()
      guard archive.unpacked <= limits.executable else {
        throw ArchiveFailure(why: "it has more than \(limits.executable) bytes of code")
      }
    }
    return hasCode ? search.found : nil
  }

  /// `classes.dex`, `classes2.dex`, in a bundle below `base/dex/`.
  private static func isDex(_ name: String) -> Bool {
    let file = name.hasPrefix("base/dex/") ? String(name.dropFirst(9)) : name
    return file.hasPrefix("classes") && file.hasSuffix(".dex") && !file.contains("/")
  }

  /// The classes of the services and receivers that a manifest declares, at most 2,000.
  private static func components(_ root: AndroidManifest.Element) -> [String] {
    let package = root.attribute("package")?.value ?? ""
    return (root.descendants("service") + root.descendants("receiver")).prefix(2000)
      .compactMap { $0.attribute("name")?.value }.map { AndroidManifest.className($0, in: package) }
  }
}
