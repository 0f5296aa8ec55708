extension Readers {
  static let messages: [any ArtifactReader.Type] = [
    ProviderKeyReader.self, ProfileYAMLReader.self, MessageJSONReader.self, CaptureReader.self,
  ]
}
