public import PushContract

/// A pushwire.yaml.
public struct PushwireProfileFile: Sendable, Equatable {
  public var place: Place
  /// Nil where it has errors; ``findings`` are `pushwire check`'s then.
  public var profile: Profile?
  /// Where a key stands, by its path: `classes.parcel_arrived`, `apple.bundle_id`.
  public var places: [String: Place]
  /// How many errors `pushwire check` would report.
  public var errors: Int
  public init(_ place: Place, _ profile: Profile?, places: [String: Place], errors: Int) {
    self.place = place
    self.profile = profile
    self.places = places
    self.errors = errors
  }
}
