/// What a reader may use, so that no input can take the machine.
public struct InspectLimits: Sendable, Equatable {
  /// Bytes of one file or member that is held in memory: plists, JSON, manifests, profiles.
  public var document = 16 << 20
  /// Bytes of one source file.
  public var source = 4 << 20
  /// Bytes of an executable that are looked at in all; it is read in pieces.
  public var executable = 1 << 30
  /// Bytes unpacked from one archive.
  public var unpacked = 4 << 30
  /// Members of one archive.
  public var members = 200_000
  /// Levels of a property list, JSON, XML.
  public var depth = 64
  /// Values of one document.
  public var values = 500_000
  /// Files of one tree.
  public var files = 200_000
  /// Seconds for one Swift file in the helper process.
  public var swiftFile = 5.0
  /// Seconds for all that was given.
  public var total = 120.0

  public init() {}
}
