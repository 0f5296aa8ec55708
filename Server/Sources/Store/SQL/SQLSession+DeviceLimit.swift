extension SQLSession {
  /// Whether FCM's limits for one device (``DeviceMeter``) let a message go now.
  ///
  /// - Returns: nil: they do. Else when it is due, milliseconds since 1970.
  func deviceLimit(_ registration: Int, isCollapsible: Bool, now: Int) throws(StoreError) -> Int? {
    if isCollapsible {
      let wanted = outbox.collapsible.add(registration, now: now)
      if wanted > 0,
        let retryAt = try emptyUntil(
          "\(Self.devicePrefix)collapsible.\(registration)", wanted, outbox.collapsible.limit.rate, now: now)
      {
        return outbox.collapsible.postpone(registration, retryAt: retryAt)
      }
    }
    let wanted = outbox.devices.add(registration, now: now)
    guard wanted > 0,
      let retryAt = try emptyUntil(
        "\(Self.devicePrefix)\(registration)", wanted, outbox.devices.limit.rate, now: now)
    else { return nil }
    return outbox.devices.postpone(registration, retryAt: retryAt)
  }

  private static let devicePrefix = "device."

  /// When it makes sense to ask a device's bucket again that has nothing to give; nil: it gave.
  private func emptyUntil(
    _ bucket: String, _ wanted: Int, _ rate: BucketRate, now: Int
  ) throws(StoreError) -> Int? {
    try forgetDevices(now: now)
    let grant = try take(bucket: bucket, wanted: wanted, rate, now: now)
    return grant.granted > 0 ? nil : grant.retryAt ?? now + rate.interval
  }

  /// Buckets of devices that are full again say no more than none.
  private func forgetDevices(now: Int) throws(StoreError) {
    guard now - outbox.devicesSweptAt >= 3_600_000 || now < outbox.devicesSweptAt else { return }
    outbox.devicesSweptAt = now
    let delete = try connection.statement("DELETE FROM buckets WHERE name LIKE 'device.%' AND at<?1")
    delete.set(1, now - DeviceMeter.longest)
    try delete.run()
  }
}
