extension SQLSession {
  func foresee(
    _ request: NotificationRequest, capacity: any LaneCapacity, now: Int
  ) throws(StoreError) -> Forecast {
    // A tenant that is not there yet has no installation; no row has this number.
    let tenant = try names.tenantNumber(request.tenant) ?? -1
    try expand(request, tenant, capacity, now: now)
    var forecast = Forecast()
    forecast.messages = outbox.candidates.count
    for candidate in outbox.candidates {
      if case .suppress(let reason) = candidate.decision { forecast.suppressed[reason, default: 0] += 1 }
    }
    return forecast
  }
}
