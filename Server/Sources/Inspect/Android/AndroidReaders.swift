extension Readers {
  static let android: [any ArtifactReader.Type] = [
    AndroidPackageReader.self, AndroidManifestReader.self, GradleReader.self, GoogleServicesReader.self,
    ServiceAccountReader.self,
  ]
}
