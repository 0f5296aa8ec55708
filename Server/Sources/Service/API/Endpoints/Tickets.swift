internal import Store

/// POST /v1/tickets: a registration ticket for a backend that does not mint its own.
extension Call {
  func mintTicket() throws(Problem) {
    let key = try key(.send)
    let asked = try body(["account", "tenant", "seconds"]) { (body) throws(Problem) in
      (
        account: try body.required("account").text(1, 256), tenant: try Self.tenant(body.optional("tenant")),
        seconds: try body.optional("seconds")?.integer(30...Ticket.longestLife) ?? 600
      )
    }
    let tenant = try tenant(key, asked.tenant) ?? ""
    guard let secret = api.credentials.current(now: now).ticketSecrets.first else {
      throw Problem(.noTicketSecret, "No secret is stored that a ticket could be signed with.")
    }
    let seconds = now / 1000
    let minted = try? Ticket.mint(
      account: asked.account, tenant: tenant, app: api.context.appID, life: asked.seconds, secret: secret,
      seconds: seconds)
    guard let minted else { throw Problem(.internalError, "The ticket could not be signed.") }
    answer(
      201,
      JSONWriter.object { out in
        out.member("ticket", minted)
        out.member("account", asked.account)
        out.member("tenant", tenant)
        out.member("expires_at", instant: (seconds + asked.seconds) * 1000)
      }, headers: [("Cache-Control", "no-store")])
  }
}
