extension Readers {
  static let messages: [any ArtifactReader.Type] = []
}
