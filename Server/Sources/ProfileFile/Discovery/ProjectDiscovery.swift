/// What a project's own files tell about an app: the values a profile starts from, each with its place.
public struct ProjectDiscovery: Sendable, Equatable {
  public struct Found<Value: Sendable & Equatable>: Sendable, Equatable {
    public var value: Value
    /// The file, and the line where it is known, as in `App.xcodeproj/project.pbxproj:412`.
    public var place: String
    public init(_ value: Value, at place: String) {
      self.value = value
      self.place = place
    }
  }

  public var name: Found<String>?
  public var iosBundleID: Found<String>?
  public var macosBundleID: Found<String>?
  public var teamID: Found<String>?
  public var minimumIOS: Found<String>?
  public var minimumMacOS: Found<String>?
  public var androidPackage: Found<String>?
  public var minimumSDK: Found<Int>?
  public var targetSDK: Found<Int>?
  public var projectID: Found<String>?
  /// What was chosen among several, left out or not understood: for people.
  public var notes: [String] = []

  public init() {}

  /// Nothing that a profile could start from.
  public var isEmpty: Bool {
    name == nil && iosBundleID == nil && macosBundleID == nil && teamID == nil && androidPackage == nil
      && projectID == nil
  }

  /// Searches a folder, or reads the one file that `path` names (google-services.json, a pbxproj …).
  ///
  /// The walk is bounded, follows no symbolic links, and leaves build and dependency folders out.
  public static func search(_ path: String) throws(ProfileFileError) -> ProjectDiscovery {
    search(try ProjectTree(path))
  }

  static func search(_ tree: ProjectTree) -> ProjectDiscovery {
    var found = ProjectDiscovery()
    if tree.isCut {
      found.notes.append(
        "the folder is large: only the first \(ProjectTree.maximumEntries) entries were read")
    }
    found.readXcode(tree)
    found.readGradle(tree)
    found.readGoogleFiles(tree)
    return found
  }

  mutating func note(_ text: String) {
    if !notes.contains(text), notes.count < 50 { notes.append(text) }
  }
}
