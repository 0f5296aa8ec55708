extension Readers {
  static let apple: [any ArtifactReader.Type] = []
}
