import Emulators
import Foundation
import PushContract

/// Who plays in the part about the server: its backend, and two phones of two people.
final class DemoCast {
  let stage: DemoStage
  let http: DemoHTTP
  let backend: DemoBackend
  let iPhone: DemoDevice
  let android: DemoDevice
  /// Both phones are hers.
  static let account = "ada"

  init(_ stage: DemoStage, _ server: DemoServer) throws {
    self.stage = stage
    http = try DemoHTTP(port: server.port)
    backend = DemoBackend(http: http, key: server.key)
    iPhone = try DemoDevice("iPhone", .sandbox, token: stage.device(.sandbox), http: http)
    android = try DemoDevice("Android phone", .fcm, token: stage.device(.fcm), http: http)
  }

  var phones: [DemoDevice] { [iPhone, android] }

  /// A phone more, of somebody else, registered with a ticket.
  func newcomer(_ name: String, _ provider: DemoProvider, account: String) throws -> DemoDevice {
    let phone = try DemoDevice(name, provider, token: stage.device(provider), http: http)
    _ = phone.register(ticket: backend.ticket(for: account))
    // A provider's word on a token counts if it is later than the phone's, in whole milliseconds.
    let registered = DemoServerStory.now()
    _ = DemoInterruption.wait { DemoServerStory.now() > registered ? true : nil }
    return phone
  }

  /// What the server can prove of an installation, hop by hop.
  func evidence(of phone: DemoDevice) -> DemoEvidence {
    DemoEvidence(backend.installation(phone.installation).body)
  }
}

/// The evidence of each hop, as `GET /v1/installations/{id}` tells it.
struct DemoEvidence {
  /// In the order of the hops.
  private let hops: [(name: String, status: String, provenance: String?)]

  init(_ answer: DemoPayload) {
    hops = answer["hops"].list.map {
      ($0["hop"].text ?? "", $0["status"].text ?? "", $0["provenance"].text)
    }
  }

  func status(_ hop: String) -> String? { hops.first { $0.name == hop }?.status }

  /// As in `proven: registered, permitted · proven (virtual): accepted · unknown: opened`.
  var text: String {
    var groups: [(status: String, words: String, hops: [String])] = []
    for hop in hops where hop.status != "notApplicable" {
      let words = hop.status + (hop.provenance.map { " (\($0))" } ?? "")
      if let index = groups.firstIndex(where: { $0.words == words }) {
        groups[index].hops.append(hop.name)
      } else {
        groups.append((hop.status, words, [hop.name]))
      }
    }
    let order = HopStatus.allCases.map(\.rawValue)
    let ranked = groups.enumerated().sorted {
      let ranks = ($0.element.status, $1.element.status)
      let (left, right) = (order.firstIndex(of: ranks.0) ?? 9, order.firstIndex(of: ranks.1) ?? 9)
      return (left, $0.offset) < (right, $1.offset)
    }
    return ranked.map { $0.element.words + ": " + $0.element.hops.joined(separator: ", ") }
      .joined(separator: " · ")
  }
}
