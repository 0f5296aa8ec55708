extension Readers {
  static let apple: [any ArtifactReader.Type] = [
    AppArchiveReader.self, ProfileFileReader.self, EntitlementsFileReader.self, PlistFileReader.self,
    MachOFileReader.self,
  ]
}
