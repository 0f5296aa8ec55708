extension SQLSession {
  /// Whether FCM's limit for one device (``DeviceMeter``) lets a message go now.
  ///
  /// - Returns: nil: it does. Else when it is due, milliseconds since 1970.
  func deviceLimit(_ registration: Int, now: Int) throws(StoreError) -> Int? {
    let wanted = outbox.devices.add(registration, now: now)
    guard wanted > 0 else { return nil }
    try forgetDevices(now: now)
    let grant = try take(
      bucket: "\(Self.devicePrefix)\(registration)", wanted: wanted, DeviceMeter.rate, now: now)
    guard grant.granted == 0 else { return nil }
    return outbox.devices.postpone(registration, retryAt: grant.retryAt ?? now + DeviceMeter.interval)
  }

  private static let devicePrefix = "device."

  /// Buckets of devices that are full again say no more than none.
  private func forgetDevices(now: Int) throws(StoreError) {
    guard now - outbox.devicesSweptAt >= 3_600_000 || now < outbox.devicesSweptAt else { return }
    outbox.devicesSweptAt = now
    let delete = try connection.statement("DELETE FROM buckets WHERE name LIKE 'device.%' AND at<?1")
    delete.set(1, now - 3_600_000)
    try delete.run()
  }
}
