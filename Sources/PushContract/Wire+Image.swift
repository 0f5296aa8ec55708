extension WireKey {
  /// An image's URL, for the app's service extension. Only where the class may be changed before it is
  /// shown; FCM carries images in fields of its own.
  public static let image = "i"
}
