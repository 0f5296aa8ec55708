internal import Bytes

/// Whose receipts are counted: one installation in so many, another choice for each campaign, and always
/// the same one for the same two.
enum CampaignSample {
  /// - Parameter one: in so many; 1: all, 0 and less: none.
  static func contains(installation: String, campaign: String, one: Int) -> Bool {
    guard one > 1 else { return one == 1 }
    var hash = SipHash128(key: 0x7075_7368_7769_7265, 0x7361_6d70_6c65)
    var (installation, campaign) = (installation, campaign)
    hash.update(UInt64(installation.utf8.count))
    installation.withUTF8 { hash.update($0) }
    campaign.withUTF8 { hash.update($0) }
    return hash.finish().low % UInt64(one) == 0
  }
}
