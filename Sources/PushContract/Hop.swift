/// One step a push must survive, in the order in which it meets them.
///
/// A hop is claimed only with evidence; what is not proven is called unknown, never "delivered".
public enum Hop: String, Sendable, CaseIterable, Codable {
  case configured, permitted, registered, composed, accepted, received, displayed, opened, retired
}

/// Where a piece of evidence was gained: a proof on an emulator says so when it is printed.
public enum Provenance: String, Sendable, CaseIterable, Codable {
  case virtual, simctl, simulator
  case sandboxDevice = "sandbox device"
  case productionDevice = "production device"
}

/// What is known of a hop.
public enum HopStatus: String, Sendable, CaseIterable, Codable {
  case proven, broken, unknown, notApplicable
}
