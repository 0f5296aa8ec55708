extension Readers {
  static let xcode: [any ArtifactReader.Type] = [XcodeProjectReader.self, BuildConfigReader.self]
}
