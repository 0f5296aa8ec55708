@testable import Store

/// What the registrations should be, told a second time and in other words: it looks at the whole world at
/// once, where the store looks things up.
struct RegistrationModel {
  struct Phone: Equatable {
    var secret: [UInt8]
    var tenant: String
    var account: String?
    var isAmbiguous = false
    var generation: Int
    var token: String?
    var confirmedAt: Int
    /// In dispute over its token.
    var isDisputed = false
    var isQuarantined = false
  }

  var phones: [String: Phone] = [:]

  enum Answer: Equatable {
    case stored
    case wrongSecret
    case stale
    case conflict
  }

  mutating func register(_ device: RegistrationStage.Device, now: Int) -> Answer {
    let name = device.installation
    if let known = phones[name] {
      if known.secret != device.secret { return .wrongSecret }
      if device.generation < known.generation { return .stale }
      if device.generation == known.generation, let old = known.token, let new = device.token, old != new {
        return .conflict
      }
    }
    var phone =
      phones[name]
      ?? Phone(secret: device.secret, tenant: device.tenant, generation: device.generation, confirmedAt: now)
    if let account = device.account {
      let isOwn = phone.account == account && phone.tenant == device.tenant
      let isSwitch = device.replaces == phone.account && device.generation == phone.generation
      if phone.account == nil || isSwitch {
        phone.account = account
        phone.tenant = device.tenant
        phone.isAmbiguous = false
      } else if !isOwn {
        phone.isAmbiguous = true
      }
    }
    phone.generation = device.generation
    if let token = device.token {
      phone.token = token
      phone.confirmedAt = now
      phone.isQuarantined = false
      var isFree = true
      for (other, rival) in phones where other != name && rival.token == token {
        let isMine =
          rival.account == nil || (rival.account == device.account && rival.tenant == device.tenant)
          || device.predecessor == rival.secret
        if isMine {
          phones[other]?.token = nil
          phones[other]?.account = nil
          phones[other]?.isAmbiguous = false
          phones[other]?.isDisputed = false
          phones[other]?.isQuarantined = false
        } else {
          phones[other]?.isDisputed = true
          phones[other]?.isQuarantined = false
          isFree = false
        }
      }
      phone.isDisputed = !isFree
    } else if phone.token == nil {
      phone.confirmedAt = now
    }
    phones[name] = phone
    return .stored
  }

  mutating func logout(_ device: RegistrationStage.Device) {
    guard var phone = phones[device.installation], phone.secret == device.secret else { return }
    if phone.token == nil, phone.account == nil { return }
    phone.generation += 1
    phone.token = nil
    phone.account = nil
    phone.isAmbiguous = false
    phone.isDisputed = false
    phone.isQuarantined = false
    phones[device.installation] = phone
  }

  mutating func die(_ name: String, token: String, generation: Int, asOf: Int) {
    guard let phone = phones[name], phone.token == token, phone.generation == generation,
      phone.confirmedAt < asOf
    else { return }
    phones[name]?.token = nil
    phones[name]?.isDisputed = false
    phones[name]?.isQuarantined = false
  }

  mutating func suspect(_ name: String, token: String, generation: Int, sentAt: Int) {
    guard let phone = phones[name], phone.token == token, phone.generation == generation,
      phone.confirmedAt < sentAt, !phone.isDisputed
    else { return }
    phones[name]?.isQuarantined = true
  }

  mutating func prune(unseenSince: Int) { phones = phones.filter { $0.value.confirmedAt >= unseenSince } }

  mutating func erase(_ tenant: String, _ account: String) {
    phones = phones.filter { $0.value.account != account || $0.value.tenant != tenant }
  }

  /// What is stored, in the model's words.
  static func read(_ stored: [Registration]) -> [String: Phone] {
    var phones: [String: Phone] = [:]
    for registration in stored {
      var phone = Phone(
        secret: registration.secretHash, tenant: registration.tenant, generation: registration.generation,
        confirmedAt: registration.lastConfirmedAt)
      phone.account = registration.account
      phone.isAmbiguous = registration.binding == .ambiguous
      phone.token = registration.token
      phone.isDisputed = registration.hold?.kind == .tokenConflict
      phone.isQuarantined = registration.hold?.kind == .quarantined
      phones[registration.installation] = phone
    }
    return phones
  }
}
