import AppFacts

/// A manifest alone: as sources have it, or taken out of a package.
enum AndroidManifestReader: ArtifactReader {
  static func claims(_ file: InputFile) -> Bool {
    if file.name == "androidmanifest.xml" { return true }
    // Lines of one, kept beside it: AndroidManifest.push.xml.
    if file.name.hasPrefix("androidmanifest"), file.fileExtension == "xml" {
      return String(decoding: file.head.prefix(4096), as: UTF8.self).contains("<manifest")
    }
    guard file.isGiven else { return false }
    if BinaryXMLReader.recognizes(file.head) { return true }
    guard file.fileExtension == "xml" else { return false }
    let start = String(decoding: file.head.prefix(4096), as: UTF8.self)
    return start.contains("<manifest") && start.contains(AttributeNames.android)
  }

  static func read(_ file: InputFile, _ limits: InspectLimits, into facts: inout AuditFacts) {
    guard file.isWhole else {
      facts.inputs.append(
        InputFact(
          .androidManifest, file.place, .unreadable("it is larger than \(limits.document) bytes"),
          isGiven: file.isGiven))
      return
    }
    let origin = Self.origin(file)
    let reading = Self.read(file.head, file: file.place.file, origin, limits)
    facts.take(reading, origin, .androidManifest, file.place, isGiven: file.isGiven)
  }

  /// Reads bytes in the form that an origin has.
  static func read(
    _ bytes: [UInt8], file: String, _ origin: AndroidManifest.Origin, _ limits: InspectLimits
  ) -> ManifestReading {
    switch origin {
    case .source, .merged: SourceManifestReader.read(bytes, file: file, limits)
    case .apk: BinaryXMLReader.read(bytes, file: file, limits)
    case .aab: ProtobufManifestReader.read(bytes, file: file, limits)
    }
  }

  private static func origin(_ file: InputFile) -> AndroidManifest.Origin {
    if BinaryXMLReader.recognizes(file.head) { return .apk }
    let isText = file.head.first { $0 > 0x20 && $0 < 0x80 } == UInt8(ascii: "<")
    if !isText && ProtobufManifestReader.recognizes(file.head) { return .aab }
    // Where the Android Gradle plugin puts what merging made.
    let folders = ["/intermediates/merged_manifest", "/intermediates/packaged_manifests"]
    return folders.contains { file.place.file.contains($0) } ? .merged : .source
  }
}

extension AuditFacts {
  /// Records a manifest, or that it cannot be read.
  mutating func take(
    _ reading: ManifestReading, _ origin: AndroidManifest.Origin, _ kind: InputFact.Kind, _ place: Place,
    in member: Place? = nil, isGiven: Bool, dexClasses: Set<String>? = nil
  ) {
    guard let root = reading.root else {
      let why = reading.problem ?? "it cannot be read"
      inputs.append(InputFact(kind, place, .unreadable(why), isGiven: isGiven))
      return
    }
    var manifest = AndroidManifest(member ?? place, origin, root)
    manifest.dexClasses = dexClasses
    manifests.append(manifest)
    let id = manifest.package?.value
    let target = manifest.targetSDK.map { "target \($0.value)" }
    inputs.append(
      InputFact(
        kind, place, reading.problem.map { .partly($0) } ?? .read,
        summary: [id, target].compactMap { $0 }.joined(separator: ", "), isGiven: isGiven))
  }
}
