public import PushContract

/// How the checklist ended on one device.
public struct DeviceReport: Sendable, Equatable {
  /// For people.
  public var name: String
  public var means: Means
  /// What the server knew of it last.
  public var installation: InstallationFacts?
  /// Its id.
  public var id: String
  /// What was tested.
  public var scope: [Check]
  /// In the order in which they ended.
  public private(set) var findings: [Finding] = []

  public init(name: String, means: Means, id: String, scope: [Check] = Check.allCases) {
    self.name = name
    self.means = means
    self.id = id
    self.scope = scope
  }

  public mutating func add(_ finding: Finding) { findings.append(finding) }

  /// One for each check that was asked for, in the checklist's order; what was not reached is unknown.
  public var checklist: [Finding] {
    Check.allCases.filter(scope.contains).map { check in
      findings.last { $0.check == check }
        ?? Finding(check, .unknown, "the run was stopped before it was tested")
    }
  }
}

/// A whole run, fit for being attached to a release.
public struct VerifyReport: Sendable, Equatable {
  /// Of pushwire.
  public var version: String
  /// The address of the server.
  public var server: String
  public var app: String
  /// The classes that were sent.
  public var alertClass: String
  public var silentClass: String
  /// Milliseconds since 1970.
  public var start: Int
  public var end: Int
  public var devices: [DeviceReport] = []

  public init(
    version: String, server: String, app: String, alertClass: String, silentClass: String, start: Int
  ) {
    self.version = version
    self.server = server
    self.app = app
    self.alertClass = alertClass
    self.silentClass = silentClass
    self.start = start
    end = start
  }

  public var findings: [Finding] { devices.flatMap(\.checklist) }
  public var isProven: Bool { !findings.isEmpty && findings.allSatisfy { $0.status == .proven } }
  public func count(_ status: HopStatus) -> Int { findings.count { $0.status == status } }

  /// `20 of 30 proven (virtual), 1 broken, 9 unknown`.
  public var summary: String {
    let proven = findings.filter { $0.status == .proven }
    let isVirtual = !proven.isEmpty && proven.allSatisfy { $0.provenance == Provenance.virtual.rawValue }
    var words = ["\(proven.count) of \(findings.count) proven" + (isVirtual ? " (virtual)" : "")]
    for status in [HopStatus.broken, .unknown] where count(status) > 0 {
      words.append("\(count(status)) \(status.rawValue)")
    }
    return words.joined(separator: ", ")
  }

  /// What a reader must not take it for.
  public var caveat: String {
    let provenances = Set(findings.filter { $0.status == .proven }.map(\.provenance))
    if provenances == [Provenance.virtual.rawValue] {
      return
        "Every proof here is virtual: emulators played APNs and FCM, and programs played the devices. It "
        + "proves server, profile and the client's decisions; it does not prove a device, its entitlements or "
        + "the providers themselves. `pushwire verify --device` does."
    }
    if provenances.contains(Provenance.virtual.rawValue) {
      return "Proofs marked (virtual) come from emulators and do not prove a device."
    }
    if provenances.contains(Provenance.productionDevice.rawValue), provenances.count == 1 {
      return "Every proof here is from a production device."
    }
    return "A release should be proven on a production device: an App Store or TestFlight build, or the Play "
      + "Store's. What is marked otherwise was not."
  }
}
