public import Store

/// A campaign's rate as a bucket in the store, which all its nodes take from.
public final class StoreCampaignBudget: CampaignBudget {
  private let writer: StoreWriter

  public init(_ writer: StoreWriter) { self.writer = writer }

  public func take(
    campaign: Int, wanted: Int, rate: Int, burst: Int, now: Int, _ answer: @escaping @Sendable (Int) -> Void
  ) {
    let (perMinute, isTooMuch) = rate.multipliedReportingOverflow(by: 60)
    let rate = BucketRate(perMinute: isTooMuch ? .max : perMinute, burst: burst)
    let job = CampaignJob({ (session, now) throws(StoreError) -> Int in
      try session.take(bucket: "campaign.\(campaign)", wanted: wanted, rate, now: now).granted
    }) { answer($0 ?? 0) }
    if !writer.submit(job) { answer(0) }
  }
}
