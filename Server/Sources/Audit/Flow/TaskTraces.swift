import AppFacts

/// Where a background task appears in an app's files.
public struct TaskTraces: Sendable, Equatable {
  /// In an Info.plist.
  public var permitted: [Exhibit] = []
  public var registered: [Exhibit] = []
  /// Requests that are made; where no call submits any, it is empty.
  public var submitted: [Exhibit] = []
  /// Ids that the code makes, and that cannot be told from the files.
  public var unresolved: [Exhibit] = []
  public var hasInfoPlist = false
  /// Sources of an app were given, and a part of them was not left unread.
  public var hasSources = false
}

extension AuditScope {
  /// The traces of one task, in all apps that were given.
  public func traces(ofTask id: String) -> TaskTraces {
    var traces = TaskTraces()
    for code in AppleCode.all(self) { add(code, id, &traces) }
    // An app that was given without sources tells what it permits.
    for app in appleApps where app.sources.isEmpty && app.serviceExtensionSources.isEmpty {
      add(
        AppleCode(
          name: app.name, about: app.about, files: [], serviceFiles: [], isMac: app.isMac,
          infoPlists: infoPlists(of: app), bundleIDs: app.bundleID.map { [$0] } ?? [], hasGaps: false,
          index: index),
        id, &traces)
    }
    return traces
  }

  private func add(_ code: AppleCode, _ id: String, _ traces: inout TaskTraces) {
    traces.hasInfoPlist = traces.hasInfoPlist || !code.infoPlists.isEmpty
    traces.hasSources = traces.hasSources || (!code.files.isEmpty && !code.hasGaps)
    for entry in code.permittedTasks where code.permits(entry.value, id) {
      traces.permitted.append(Exhibit(entry.place, quote: entry.value, "permitted"))
    }
    for registration in code.taskRegistrations {
      if registration.id.values.contains(where: { Self.stands($0.value, for: id) }) {
        traces.registered.append(Exhibit(registration.site.place, quote: id, "its handler"))
      } else if !registration.id.isComplete {
        traces.unresolved.append(Exhibit(registration.site.place, "registers an id that is made at run time"))
      }
    }
    let isSubmitted = !code.taskSubmissions.isEmpty || !code.wrappers.isEmpty
    for request in code.taskRequests {
      if request.id.values.contains(where: { $0.value == id }) {
        if isSubmitted { traces.submitted.append(Exhibit(request.site.place, quote: id, "its request")) }
      } else if !request.id.isComplete {
        traces.unresolved.append(Exhibit(request.site.place, "requests an id that is made at run time"))
      }
    }
    for wrapper in code.wrappers.sorted() where traces.registered.isEmpty {
      traces.unresolved.append(Exhibit(Place(code.name), "\(wrapper) may register and submit tasks itself"))
    }
  }

  private static func stands(_ registered: String, for id: String) -> Bool {
    registered == id || (registered.hasSuffix("*") && id.hasPrefix(registered.dropLast()))
  }
}
