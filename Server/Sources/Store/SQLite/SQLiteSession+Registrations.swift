extension SQLiteSession {
  private var notYet: StoreError { StoreError(.library, "Registrations are not built yet.") }

  func register(_ request: RegistrationRequest, now: Int) throws(StoreError) -> RegistrationOutcome {
    throw notYet
  }

  func logout(
    installation: String, secretHash: [UInt8], generation: Int?, now: Int
  ) throws(StoreError) -> LogoutOutcome { throw notYet }

  func erase(
    tenant: String, account: String, now: Int
  ) throws(StoreError) -> (registrations: Int, inbox: Int, messages: Int) { throw notYet }

  func sweepRegistrations(_ sweep: Sweep, limit: Int, now: Int) throws(StoreError) -> SweepOutcome {
    throw notYet
  }
}
