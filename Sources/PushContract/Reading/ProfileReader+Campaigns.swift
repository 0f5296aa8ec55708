/// How bulk sends go out.
extension ProfileReader {
  func readCampaigns(_ root: Fields) -> CampaignSettings {
    var settings = CampaignSettings()
    if let fanout = root.fields("fanout", ProfileKeys.fanout),
      let most = fanout.integer("direct_max", in: 1...1_000_000_000)
    {
      settings.directMaximum = most
    }
    if let campaigns = root.fields("campaigns", ProfileKeys.campaigns),
      let cost = campaigns.fields("cost", ProfileKeys.cost)
    {
      settings.cost = readCost(cost)
    }
    return settings
  }

  private func readCost(_ fields: Fields) -> CampaignSettings.Cost? {
    let range = 0.0...1_000_000
    let apns = fields.decimal("apns", in: range)
    let fcm = fields.decimal("fcm", in: range)
    guard let currency = fields.text("currency") else { return nil }
    guard currency.utf8.count == 3, currency.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
      fields.refuse(
        "currency", "wrong-type",
        "`\(fields.at("currency"))` must be three capital letters, found `\(currency)`",
        hint: "as in EUR")
      return nil
    }
    return CampaignSettings.Cost(currency: currency, apns: apns, fcm: fcm)
  }
}
