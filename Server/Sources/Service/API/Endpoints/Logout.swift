internal import Store

/// POST /v1/installations/{id}/logout: the token is deleted, the account unbound.
extension Call {
  func logout() throws(Problem) {
    try refuseFloodedAddress()
    let secretHash = try installationSecret()
    try countInstallation(id)
    let generation = try body(["generation"], mayBeEmpty: true) { (body) throws(Problem) in
      try body.optional("generation")?.integer(0...(1 << 53))
    }
    let installation = id
    try write { (session, now) throws(StoreError) in
      try session.logout(
        installation: installation, secretHash: secretHash, generation: generation, now: now)
    } done: { call, outcome throws(Problem) in
      switch outcome {
      // Which of the two it is would tell a stranger what is registered.
      case .unknownInstallation: throw call.stranger("unknown installation")
      case .wrongSecret: throw call.stranger("wrong installation secret")
      case .staleGeneration(let current):
        var problem = Problem(
          .staleGeneration, "The stored generation is \(current).", field: "/generation")
        problem.generation = current
        throw problem
      case .done(let generation):
        return .json(
          JSONWriter.object { out in
            out.member("installation", call.id)
            out.member("generation", generation)
            out.member("binding", BindingState.unbound.name)
          })
      }
    }
  }
}
