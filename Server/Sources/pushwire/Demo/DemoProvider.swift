import Emulators
import PushContract

/// Whom the demo sends through.
enum DemoProvider: String, CaseIterable {
  case sandbox, production, fcm

  /// For people.
  var title: String {
    switch self {
    case .sandbox: "APNs sandbox"
    case .production: "APNs production"
    case .fcm: "FCM"
    }
  }

  var server: EmulatedServer {
    switch self {
    case .sandbox: .apnsSandbox
    case .production: .apnsProduction
    case .fcm: .fcm
    }
  }

  /// Apple's environment; nil for FCM.
  var environment: Emulators.APNsEnvironment? {
    switch self {
    case .sandbox: .sandbox
    case .production: .production
    case .fcm: nil
    }
  }

  func port(_ suite: EmulatorSuite) -> Int {
    switch self {
    case .sandbox: suite.apnsSandbox.port
    case .production: suite.apnsProduction.port
    case .fcm: suite.fcm.port
    }
  }

  /// The words of `pushwire send` that choose it.
  var words: [String] {
    switch self {
    case .sandbox: ["--platform", "ios", "--env", "sandbox"]
    case .production: ["--platform", "ios", "--env", "production"]
    case .fcm: ["--platform", "android"]
    }
  }
}
