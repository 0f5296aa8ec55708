extension SQLiteReader {
  private var notYet: StoreError { StoreError(.library, "Registrations are not built yet.") }

  func registration(tenant: String?, installation: String) throws(StoreError) -> Registration? {
    throw notYet
  }
  func registrations(_ query: RegistrationQuery) throws(StoreError) -> [Registration] { throw notYet }
  func tombstones(tenant: String?, installation: String) throws(StoreError) -> [Tombstone] { throw notYet }
  func fleet(now: Int, staleAfter: Int) throws(StoreError) -> [FleetCount] { throw notYet }
}
