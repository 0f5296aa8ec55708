extension Readers {
  static let apple: [any ArtifactReader.Type] = [
    ProfileFileReader.self, EntitlementsFileReader.self, PlistFileReader.self, MachOFileReader.self,
  ]
}
