import TestSupport

/// The made-up app of campaign tests.
enum CampaignStage {
  static let profile =
    StageProfile.text
    + "\nfanout: { direct_max: 50 }\ncampaigns:\n  cost: { currency: EUR, apns: 1, fcm: 1 }\n"
  /// For a server with emulated providers, which bring keys of their own.
  static let served = profile
  static let news = [
    "--class", "news", "--parameters", "headline=Spring", "--parameters", "count=1", "--parameters",
    "price=1.50", "--parameters", "hot=true", "--parameters", "when=1893456000",
  ]
}
