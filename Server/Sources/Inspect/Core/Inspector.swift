public import AppFacts
import Foundation

/// Reads what a person gives and makes facts of it.
public struct Inspector: Sendable {
  public var limits: InspectLimits
  /// Called now and then with what is being read, for a line of progress; nil: nobody watches.
  public var progress: (@Sendable (String) -> Void)?
  /// The helper that parses Swift; nil: the tokenizer reads Swift too.
  public var swiftReader: String?

  public init(limits: InspectLimits = InspectLimits(), swiftReader: String? = nil) {
    self.limits = limits
    self.swiftReader = swiftReader
  }

  /// Reads files and folders. What cannot be read stands in the facts' inputs.
  public func read(_ paths: [String]) -> AuditFacts {
    var facts = AuditFacts()
    for path in paths { read(path, into: &facts) }
    return facts
  }

  private func read(_ path: String, into facts: inout AuditFacts) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      facts.inputs.append(
        InputFact(.unknown, Place(path), .unreadable("there is no such file"), isGiven: true))
      return
    }
    if isFolder.boolValue {
      // An .app and an .xcarchive are folders of their own kind; every other one is a tree.
      facts.inputs.append(
        InputFact(.tree, Place(path), .unreadable("folders are not read yet"), isGiven: true))
      return
    }
    guard let file = open(path) else {
      facts.inputs.append(InputFact(.unknown, Place(path), .unreadable("it cannot be opened"), isGiven: true))
      return
    }
    guard let reader = Readers.all.first(where: { $0.claims(file) }) else {
      facts.inputs.append(
        InputFact(.unknown, Place(path), .unreadable("no reader knows this kind of file"), isGiven: true))
      return
    }
    reader.read(file, limits, into: &facts)
  }

  private func open(_ path: String) -> InputFile? {
    guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? handle.close() }
    guard let end = try? handle.seekToEnd(), (try? handle.seek(toOffset: 0)) != nil else { return nil }
    let size = Int(clamping: end)
    let wanted = size <= limits.document ? size : 64 << 10
    guard let data = try? handle.read(upToCount: wanted) ?? Data() else { return nil }
    return InputFile(Place(path), path: path, head: [UInt8](data), size: size, isGiven: true)
  }
}
