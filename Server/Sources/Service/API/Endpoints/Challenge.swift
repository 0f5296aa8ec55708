internal import Compose
internal import PushContract
internal import PushCrypto
internal import Store

/// A challenge to a token that two installations claim: who echoes it holds the token.
struct Challenge: Sendable {
  /// A secret until it is echoed: never logged.
  private let text: String
  let hash: [UInt8]

  static func make() throws(StoreError) -> Challenge {
    guard let bytes = try? Digest.randomBytes(24) else {
      throw StoreError(.library, "The system gave no random bytes.")
    }
    let text = Base64URL.encode(bytes)
    guard let hash = try? Digest.sha256(Array(text.utf8)) else {
      throw StoreError(.library, "No digest could be made.")
    }
    return Challenge(text: text, hash: hash)
  }

  /// Puts it into the outbox for the installation, in the transaction that stored the conflict.
  ///
  /// - Returns: whether something is on its way.
  func push(
    to registration: Registration, _ facts: ClassFacts, _ session: any StoreSession,
    capacity: any LaneCapacity, claimed: inout ClaimBatch, now: Int
  ) throws(StoreError) -> Bool {
    var request = NotificationRequest()
    request.tenant = registration.tenant
    // Of the challenge's own digest: another one gets another id, and it can be told to nobody.
    request.id = "pushwire.challenge." + Base64URL.encode(hash.prefix(12))
    request.digest = hash
    request.target = .installations([registration.installation])
    request.facts = facts
    request.facts.number = try session.classNumber(facts.name)
    request.band = .urgent
    request.parameters = JSONWriter.object {
      $0.key(ChallengeWire.key); $0.value(text)
    }
    request.timeToLive = NotificationClass.challengeSeconds
    request.isChallenge = true
    guard
      case .accepted(let accepted) = try session.accept(
        request, capacity: capacity, claimed: &claimed, now: now)
    else { return false }
    return accepted.messages > accepted.suppressed
  }
}
