/// What jobs say beforehand, so that it is looked up at once and not with a way to the server for each.
extension SQLSession {
  func expect(_ request: NotificationRequest) throws(StoreError) {
    guard connection.isShared, let tenant = try names.tenantNumber(request.tenant) else { return }
    switch request.target {
    case .account(let account):
      try connection.prefetch(
        candidates(tenant, account: account), for: .account(tenant: request.tenant, account))
    case .installations(let ids):
      for id in ids { try connection.prefetch(candidate(installation: id), for: .installation(id)) }
    case .topic, .condition: break
    }
    try connection.prefetch(
      find(request, tenant: tenant), for: .notification(tenant: tenant, request.id))
  }

  func expect(_ request: RegistrationRequest) throws(StoreError) {
    guard connection.isShared else { return }
    if let token = request.token {
      let hash = RegistrationRow.hash(request.platform, request.environment, token)
      try connection.lock([.token(hash)])
      try connection.prefetch(
        registered(installation: request.installation), for: .installation(request.installation))
      try connection.prefetch(registered(tokenHash: hash), for: .token(hash))
    } else {
      try connection.prefetch(
        registered(installation: request.installation), for: .installation(request.installation))
    }
  }

  /// A registration is written: what was looked up of it is not true any more.
  func willChange(_ registration: Registration) {
    guard connection.isShared else { return }
    var subjects = [SQLLock.installation(registration.installation)]
    if let account = registration.account {
      subjects.append(.account(tenant: registration.tenant, account))
    }
    if let token = registration.token {
      subjects.append(.token(RegistrationRow.hash(registration.platform, registration.environment, token)))
    }
    connection.forgetPrefetched(subjects)
  }
}
