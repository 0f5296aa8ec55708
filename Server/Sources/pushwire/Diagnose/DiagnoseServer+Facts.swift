import Diagnosis
import PushContract
import Service
import Store

// What the store knows, in the words of a diagnosis.

extension InstallationFacts {
  /// Without the server's own credentials: whether it is configured only the running server knows.
  init(
    _ registration: Registration, _ messages: [MessageView], _ tombstones: [Tombstone], readAt: Int,
    staleAfter: Int
  ) {
    self.init()
    state = registration.stateName
    platform = registration.platform.name
    environment = registration.environment.name
    environmentSource = registration.environmentSource.isEmpty ? nil : registration.environmentSource
    token = registration.token.map(TokenEnds.of)
    generation = registration.generation
    binding = registration.binding.name
    account = registration.account
    osVersion = registration.osVersion
    appVersion = registration.appVersion
    lastConfirmedAt = registration.lastConfirmedAt
    self.readAt = readAt
    let facts = HopEvidence.Facts(
      registration: registration, messages: messages, tombstones: tombstones, hasLane: false, now: readAt,
      staleAfter: staleAfter, silentClasses: [])
    hops = HopEvidence.all(facts).filter { $0.hop != .configured }.map { evidence in
      var hop = HopFacts()
      hop.hop = evidence.hop.rawValue
      hop.status = evidence.status.rawValue
      hop.detail = evidence.detail
      hop.provenance = evidence.provenance
      return hop
    }
    retired = tombstones.map { tombstone in
      var facts = RetiredFacts()
      facts.kind = tombstone.kind.rawValue
      facts.detail = tombstone.detail
      facts.at = tombstone.at
      return facts
    }
  }
}

extension MessageFacts {
  init(_ message: MessageView) {
    self.init()
    sending = message.state.name
    reason = message.reason.isEmpty ? nil : message.reason
    httpStatus = message.httpStatus == 0 ? nil : message.httpStatus
    providerID = message.providerID.isEmpty ? nil : message.providerID
    logID = message.logID.isEmpty ? nil : message.logID
    lane = message.lane?.name
    at = message.at
    receipts = message.receipts.map { receipt in
      var facts = ReceiptFacts()
      facts.kind = receipt.kind.rawValue
      facts.at = receipt.at
      facts.result = receipt.result
      facts.milliseconds = receipt.milliseconds
      facts.provenance = receipt.provenance
      return facts
    }
  }
}
