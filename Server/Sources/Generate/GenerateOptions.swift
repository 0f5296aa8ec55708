/// What a project decides about the code that is made for it.
public struct GenerateOptions: Sendable, Equatable {
  /// What the types are called after; nil: the app's name.
  public var name: String?
  /// The package of Kotlin and Java; nil: the Android app's own.
  public var package: String?
  /// Swift: for other modules as well.
  public var isPublic = false
  /// Property lists: of the macOS app, where there is an iOS app as well.
  public var isMac = false
  /// The manifest: the app's own classes, a point before those of its package.
  public var activity = ".MainActivity"
  public var service = ".PushService"
  public init() {}
}
