extension SQLiteSession {
  /// Deletes a token that its provider called dead, unless the device has said since that it is its own.
  ///
  /// - Parameters:
  ///   - registration: the row.
  ///   - generation: that the token was read with.
  ///   - asOf: the provider knew it dead at this time; for FCM the time of sending.
  /// - Returns: what was done; nil: it is kept.
  func retireToken(
    registration: Int, generation: Int, token: String, asOf: Int, reason: String, now: Int
  ) throws(StoreError) -> VerdictEffects.TokenChange? {
    throw StoreError(.library, "Registrations are not built yet.")
  }

  /// Holds a token that its provider called foreign, until the device confirms it again.
  ///
  /// - Parameter sentAt: of the attempt; a token that was confirmed since is kept.
  /// - Returns: what was done; nil: it is kept.
  func quarantineToken(
    registration: Int, generation: Int, token: String, sentAt: Int, reason: String, now: Int
  ) throws(StoreError) -> VerdictEffects.TokenChange? {
    throw StoreError(.library, "Registrations are not built yet.")
  }
}
