import Delivery
import Emulators
import Providers

/// What one `send` of the demo came to: what the sender was told, beside what the emulator noted.
struct DemoSending {
  struct Attempt {
    var reference: Int
    var status: MessageStatus
    var verdict: Verdict
    var id: String?
  }

  let plan: SendPlan
  /// Each answer, in order.
  var attempts: [Attempt] = []
  /// Requests of the provider's server that arrived meanwhile, oldest first.
  var arrivals: [Arrival] = []
  /// Why messages could not be composed.
  var refusals: [String] = []
  var counters = PushLane.Counters()
  var heldBy: Verdict?
  /// Taken and not ended: they keep their place.
  var waiting = 0
  /// Sent again because the provider had not looked at them.
  var resends = 0

  init(plan: SendPlan) { self.plan = plan }

  var last: Attempt? { attempts.last }
  /// The statuses and reasons of the attempts, as in `503 ServiceUnavailable, then 200`.
  var answers: String { attempts.map(\.verdict.headlineForPeople).joined(separator: ", then ") }
}
