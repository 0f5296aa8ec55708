/// How bulk sends go out: `fanout` and `campaigns` of the profile.
public struct CampaignSettings: Sendable, Equatable {
  /// Devices that one campaign may be sent to directly; more have to be asked for by raising it.
  public var directMaximum = 1_000_000
  /// Nil: none is told.
  public var cost: Cost?
  public init() {}

  /// What a thousand messages cost, as the team reckons; shown before a campaign begins.
  public struct Cost: Sendable, Equatable {
    /// ISO 4217, as in `EUR`.
    public var currency: String
    /// Of the currency's unit, for a thousand messages to Apple; nil: not told.
    public var apns: Double?
    /// The same for those to FCM.
    public var fcm: Double?
    public init(currency: String, apns: Double? = nil, fcm: Double? = nil) {
      self.currency = currency
      self.apns = apns
      self.fcm = fcm
    }
  }
}
