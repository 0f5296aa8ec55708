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
      var content = Content()
      do throws(ArchiveFailure) {
        let names = classes + (reading.root.map(components) ?? [])
        content = try Self.content(names, in: path, place: file.place, limits)
      } catch {
        reading.problem = reading.problem ?? "its code cannot be read: " + error.why
      }
      facts.secrets += content.secrets
      if member.isDouble {
        reading.problem = reading.problem ?? "it has two manifests; the first one is read"
      }
      facts.take(
        reading, origin, kind, file.place, in: place, isGiven: file.isGiven,
        dexClasses: content.dexClasses)
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

  private struct Content {
    /// Nil: it has no dex file.
    var dexClasses: Set<String>?
    var secrets: [SecretSighting] = []
  }

  /// Which of these classes its dex files name, and what lies in its assets that must not.
  private static func content(
    _ classes: [String], in path: String, place: Place, _ limits: InspectLimits
  ) throws(ArchiveFailure) -> Content {
    let archive = try Archive(path: path, limits: limits)
    var search = DexNames(classes)
    var content = Content()
    while let member = try archive.next() {
      guard member.isFile, let name = member.name else { continue }
      if isDex(name) {
        try archive.unpack { block in
          search.take(block)
          return true
        }
        search.end()
        content.dexClasses = search.found
      } else if holdsText(name), let size = member.size, size <= 1 << 20, content.secrets.count < 100 {
        content.secrets += SecretSearch.scan(
          try archive.contents(limit: 1 << 20), Place(place.file + "!" + name), isShipped: true)
      }
      guard archive.unpacked <= limits.executable else {
        throw ArchiveFailure(why: "it has more than \(limits.executable) bytes of code")
      }
    }
    return content
  }

  /// Where keys and accounts are packed by mistake. Resources are compiled, and hold none.
  private static func holdsText(_ name: String) -> Bool {
    let parts = name.split(separator: "/")
    let isRaw = parts.contains("assets") || parts.contains("raw") || parts.count == 1
    let endings = [".json", ".p8", ".pem", ".key", ".txt", ".properties", ".env"]
    return isRaw && endings.contains { name.lowercased().hasSuffix($0) }
  }

  /// `classes.dex`, `classes2.dex`; in a bundle below `dex/` of any module.
  private static func isDex(_ name: String) -> Bool {
    let parts = name.split(separator: "/")
    guard let file = parts.last, file.hasPrefix("classes"), file.hasSuffix(".dex") else { return false }
    return parts.count == 1 || (parts.count == 3 && parts[1] == "dex")
  }

  /// The classes of the services and receivers that a manifest declares, at most 2,000.
  private static func components(_ root: AndroidManifest.Element) -> [String] {
    let package = root.attribute("package")?.value ?? ""
    return (root.descendants("service") + root.descendants("receiver")).prefix(2000)
      .compactMap { $0.attribute("name")?.value }.map { AndroidManifest.className($0, in: package) }
  }
}
