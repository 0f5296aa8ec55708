internal import Dispatch
internal import HTTPFront
internal import PushContract
internal import Store

/// `dry_run`: counts whom a campaign would be sent to, in many short reads, beside the threads that answer.
final class CampaignForecaster: Sendable {
  /// Registrations of one read.
  static let step = 1000
  /// Counts that may wait or be under way.
  static let most = 4

  private let queue = DispatchQueue(label: "pushwire dry runs")
  private let waiting = Guarded(0)

  /// False: too many are counted already.
  func run(_ work: @escaping @Sendable () -> Void) -> Bool {
    let isTaken = waiting.withLock { waiting in
      if waiting >= Self.most { return false }
      waiting += 1
      return true
    }
    guard isTaken else { return false }
    queue.async { [self] in
      work()
      waiting.withLock { $0 -= 1 }
    }
    return true
  }

  /// Adds up what the store foresees, one short read after another.
  static func count(
    _ request: CampaignRequest, _ store: any PushStore, staleAfter: Int, exists: (LaneCode) -> Bool, now: Int
  ) throws(StoreError) -> CampaignForecast {
    var forecast = CampaignForecast()
    var next: Int? = 0
    while let row = next {
      next = try store.read { (reader) throws(StoreError) in
        try reader.foresee(
          request, after: row, limit: step, staleAfter: staleAfter, exists: exists, now: now,
          into: &forecast)
      }
      // A store that does not go on would be asked for ever.
      if let next, next <= row { break }
    }
    return forecast
  }
}

extension Call {
  func foreseeCampaign(
    _ found: CampaignBody.Found, _ catalogue: ClassCatalogue
  ) throws(Problem) {
    let settings = catalogue.campaigns
    let context = api.context
    let now = now
    let staleAfter = catalogue.lifecycle.staleAfter * 1000
    let isTaken = api.forecaster.run { [self] in
      let counted: Result<CampaignForecast, StoreError>
      do throws(StoreError) {
        counted = .success(
          try CampaignForecaster.count(
            found.request, context.store, staleAfter: staleAfter,
            exists: { context.capacity.exists($0) }, now: now))
      } catch { counted = .failure(error) }
      answer { (_) throws(Problem) in
        switch counted {
        case .success(let forecast): .json(CampaignForecastText(found, forecast, settings).json)
        case .failure(let error): throw Problem(error)
        }
      }
    }
    guard isTaken else {
      throw Problem(.busy, "Other dry runs are being counted.", retryAfter: 5)
    }
  }
}

/// The answer to a dry run.
struct CampaignForecastText {
  let found: CampaignBody.Found
  let forecast: CampaignForecast
  let settings: CampaignSettings

  init(
    _ found: CampaignBody.Found, _ forecast: CampaignForecast, _ settings: CampaignSettings
  ) {
    self.found = found
    self.forecast = forecast
    self.settings = settings
  }

  var seconds: Int? {
    CampaignPace.seconds(
      forecast.wouldSend, rate: found.request.ratePerSecond, ramp: found.request.ramp)
  }

  private var warnings: [CampaignWarning] {
    guard found.request.way == .direct else { return found.warnings }
    return found.warnings
      + [
        CampaignWarning.tooLarge(forecast.devices, most: settings.directMaximum),
        seconds.flatMap { CampaignWarning.tooSlow($0, life: found.request.timeToLive) },
      ].compactMap { $0 }
  }

  var json: [UInt8] {
    let request = found.request
    return JSONWriter.object { out in
      out.member("campaign", request.id)
      out.member("dry_run", true)
      out.member("way", request.way.name)
      // Who follows a condition, FCM alone knows.
      if request.audience.condition == nil { out.member("devices", forecast.devices) }
      if request.way == .direct {
        out.member("would_send", forecast.wouldSend)
        out.object("suppressed") { out in
          for (reason, count) in forecast.suppressed.sorted(by: { $0.key.rawValue < $1.key.rawValue })
          where count > 0 {
            out.key(reason.rawValue)
            out.value(count)
          }
        }
        out.object("lanes") { out in
          for (lane, count) in forecast.byLane.sorted(by: { $0.key.rawValue < $1.key.rawValue })
          where count > 0 {
            out.key(lane.name)
            out.value(count)
          }
        }
        if let seconds { out.member("estimated_seconds", seconds) }
        cost(&out)
      }
      out.object("payload_bytes") { out in
        if let apns = found.sizes.apns { out.member("apns", apns) }
        if let fcm = found.sizes.fcm { out.member("fcm", fcm) }
      }
      CampaignWarning.write(warnings, &out)
    }
  }

  /// What it comes to, where the profile gives a price a thousand.
  private func cost(_ out: inout JSONWriter) {
    guard let cost = settings.cost else { return }
    let parts = [("apns", cost.apns, false), ("fcm", cost.fcm, true)].compactMap { name, price, isAndroid in
      price.map { price in
        let messages = forecast.byLane.reduce(0) {
          ($1.key == .android) == isAndroid ? $0 + $1.value : $0
        }
        return (name, Double(messages) / 1000 * price)
      }
    }
    guard !parts.isEmpty else { return }
    out.object("cost") { out in
      out.member("currency", cost.currency)
      out.member("total", Self.amount(parts.reduce(0) { $0 + $1.1 }))
      for (name, amount) in parts {
        out.key(name)
        out.value(Self.amount(amount))
      }
    }
  }

  /// With two digits behind the point, as in `12.05`.
  static func amount(_ value: Double) -> String {
    guard let cents = Int(exactly: (value * 100).rounded()), cents >= 0 else { return "0.00" }
    let rest = cents % 100
    return "\(cents / 100)." + (rest < 10 ? "0" : "") + "\(rest)"
  }
}
