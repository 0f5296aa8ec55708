extension Readers {
  static let android: [any ArtifactReader.Type] = []
}
