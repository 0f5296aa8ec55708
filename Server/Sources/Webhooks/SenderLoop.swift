internal import CCurl

/// The sender's thread: it owns the transfers.
final class SenderLoop {
  private let desk: SenderDesk
  private var transfers: [UnsafeMutableRawPointer: Transfer] = [:]

  init(_ desk: SenderDesk) throws(WebhookError) {
    self.desk = desk
    // Tried once here, so that a certificate or proxy that cannot be used is said at the start.
    guard let easy = curl_easy_init() else { throw WebhookError(.library, "libcurl gives no handle.") }
    defer { curl_easy_cleanup(easy) }
    guard Transfer.setUp(easy, desk.configuration) else {
      throw WebhookError(.configuration, "libcurl refuses the proxy or the certificates of the webhooks.")
    }
  }

  func run() {
    while true {
      while let order = desk.next() { start(order) }
      var running: Int32 = 0
      curl_multi_perform(desk.multi, &running)
      var result = CURLE_OK
      var hasEnded = false
      while let easy = pw_curl_ended(desk.multi, &result) {
        hasEnded = true
        if let transfer = transfers[easy] { end(transfer, transfer.outcome(result)) }
      }
      if let closing = desk.closing() {
        for order in closing.waiting { order.done(.retry(after: nil, why: "The server is stopping.")) }
        if closing.deadline <= .now {
          for transfer in transfers.values {
            end(transfer, .retry(after: nil, why: "The server is stopping."))
          }
        }
        if transfers.isEmpty { break }
      }
      // A place became free: look for the next first.
      if !hasEnded { curl_multi_poll(desk.multi, nil, 0, desk.isClosed ? 20 : 1000, nil) }
    }
    desk.end()
  }

  private func start(_ order: SenderDesk.Order) {
    guard let transfer = Transfer(order, desk.configuration) else {
      desk.ended(order)
      order.done(.retry(after: nil, why: "The request cannot be made."))
      return
    }
    transfers[transfer.easy] = transfer
    if curl_multi_add_handle(desk.multi, transfer.easy) != CURLM_OK {
      end(transfer, .retry(after: nil, why: "The request cannot be made."))
    }
  }

  private func end(_ transfer: Transfer, _ outcome: WebhookOutcome) {
    curl_multi_remove_handle(desk.multi, transfer.easy)
    transfers[transfer.easy] = nil
    desk.ended(transfer.order)
    transfer.order.done(outcome)
  }
}
