import AppFacts

/// google-services.json.
enum GoogleServicesReader: ArtifactReader {
  static func claims(_ file: InputFile) -> Bool {
    guard file.fileExtension == "json" else { return false }
    if file.name == "google-services.json" { return true }
    return file.isGiven && file.holds("\"project_info\"") && file.holds("\"client_info\"")
  }

  static func read(_ file: InputFile, _ limits: InspectLimits, into facts: inout AuditFacts) {
    guard let tree = file.json(.googleServices, limits, into: &facts) else { return }
    let clients = tree["client"]?.items ?? []
    guard tree["project_info"]?.isObject == true, !clients.isEmpty else {
      facts.inputs.append(
        InputFact(
          .googleServices, file.place, .unreadable("it has no project_info or no client"),
          isGiven: file.isGiven))
      return
    }
    let found = GoogleServicesFile(
      file.place, projectID: tree[path: ["project_info", "project_id"]]?.sourcedString,
      projectNumber: number(tree[path: ["project_info", "project_number"]]),
      clients: clients.map { client in
        let info = client["client_info"]
        return GoogleServicesFile.Client(
          package: info?[path: ["android_client_info", "package_name"]]?.sourcedString,
          appID: info?["mobilesdk_app_id"]?.sourcedString)
      })
    facts.googleServices.append(found)
    let packages = found.clients.compactMap(\.package?.value)
    facts.inputs.append(
      InputFact(
        .googleServices, file.place, .read,
        summary: ([found.projectID?.value].compactMap { $0 } + packages.prefix(3)).joined(separator: ", "),
        isGiven: file.isGiven))
  }

  /// A text; some tools write it as a number.
  private static func number(_ value: Located?) -> Sourced<String>? {
    guard let value else { return nil }
    return value.sourcedString ?? value.integer.map { Sourced(String($0), value.place) }
  }
}

extension InputFile {
  /// Whether these bytes stand in the first 64 KiB.
  func holds(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    let bytes = head.prefix(64 << 10)
    guard let first = wanted.first, bytes.count >= wanted.count else { return false }
    return bytes.indices.dropLast(wanted.count - 1).contains {
      bytes[$0] == first && bytes[$0...].starts(with: wanted)
    }
  }

  /// The JSON in it; what is none is recorded as unreadable.
  func json(
    _ kind: InputFact.Kind, _ limits: InspectLimits, into facts: inout AuditFacts
  ) -> Located? {
    guard isWhole else {
      facts.inputs.append(
        InputFact(kind, place, .unreadable("it is larger than \(limits.document) bytes"), isGiven: isGiven))
      return nil
    }
    switch JSONTree.read(head, in: place.file, limits) {
    case .success(let tree): return tree
    case .failure(let failure):
      facts.inputs.append(
        InputFact(
          kind, place, .unreadable("it is no JSON: \(failure.reason) (\(failure.place.text))"),
          isGiven: isGiven))
      return nil
    }
  }
}
