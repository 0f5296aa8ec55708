/// A google-services.json.
public struct GoogleServicesFile: Sendable, Equatable {
  public struct Client: Sendable, Equatable {
    public var package: Sourced<String>?
    /// `1:<project number>:android:<hex>`
    public var appID: Sourced<String>?
    public init(package: Sourced<String>?, appID: Sourced<String>?) {
      self.package = package
      self.appID = appID
    }
  }
  public var place: Place
  public var projectID: Sourced<String>?
  public var projectNumber: Sourced<String>?
  public var clients: [Client]
  public init(_ place: Place, projectID: Sourced<String>?, projectNumber: Sourced<String>?, clients: [Client])
  {
    self.place = place
    self.projectID = projectID
    self.projectNumber = projectNumber
    self.clients = clients
  }
}

/// A GoogleService-Info.plist.
public struct GooglePlist: Sendable, Equatable {
  public var place: Place
  public var tree: Located
  public init(_ place: Place, _ tree: Located) {
    self.place = place
    self.tree = tree
  }
  public var bundleID: Sourced<String>? { tree["BUNDLE_ID"]?.sourcedString }
  public var senderID: Sourced<String>? { tree["GCM_SENDER_ID"]?.sourcedString }
  public var projectID: Sourced<String>? { tree["PROJECT_ID"]?.sourcedString }
  /// `1:<sender>:ios:<hex>`
  public var appID: Sourced<String>? { tree["GOOGLE_APP_ID"]?.sourcedString }
}

/// A service account's JSON; its private key is never kept.
public struct ServiceAccountFile: Sendable, Equatable {
  public var place: Place
  public var projectID: Sourced<String>?
  public var email: Sourced<String>?
  /// Of the fields that it needs, those that are absent or empty, and what is wrong with others.
  public var problems: [Sourced<String>]
  public init(
    _ place: Place, projectID: Sourced<String>?, email: Sourced<String>?, problems: [Sourced<String>]
  ) {
    self.place = place
    self.projectID = projectID
    self.email = email
    self.problems = problems
  }
}
