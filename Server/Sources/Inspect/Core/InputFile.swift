public import AppFacts

/// One file, or member of an archive, that a reader is offered.
public struct InputFile: Sendable {
  /// As it is shown: what the person typed, or below it; members behind `!`.
  public var place: Place
  /// Where it is on the disk; nil for a member of an archive, whose bytes are here.
  public var path: String?
  /// The whole content where it is small enough to be held (``InspectLimits/document``), else its first 64
  /// KiB.
  public var head: [UInt8]
  /// Of the whole, in bytes.
  public var size: Int
  /// Named by the person, not found in a folder or archive.
  public var isGiven: Bool

  public init(_ place: Place, path: String?, head: [UInt8], size: Int, isGiven: Bool) {
    self.place = place
    self.path = path
    self.head = head
    self.size = size
    self.isGiven = isGiven
  }

  public var isWhole: Bool { head.count == size }
  /// The last part of the name, in lower case.
  public var name: String {
    let file = place.file
    let start = file.lastIndex { $0 == "/" || $0 == "!" }.map(file.index(after:)) ?? file.startIndex
    return file[start...].lowercased()
  }
  /// Behind the last dot, in lower case; empty where there is none.
  public var fileExtension: String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return String(name[name.index(after: dot)...])
  }
}

/// Reads one kind of artifact.
///
/// A reader never throws for what a file holds: it records an ``InputFact`` that says what it could not read.
protocol ArtifactReader: Sendable {
  /// Whether this file is this reader's, by name and first bytes. The first reader that says so has it.
  static func claims(_ file: InputFile) -> Bool
  static func read(_ file: InputFile, _ limits: InspectLimits, into facts: inout AuditFacts)
}
