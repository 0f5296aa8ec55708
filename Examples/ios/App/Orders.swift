import Foundation
import PushClient
import PushClientApple

/// The orders of who is signed in: the app has this anyway.
@MainActor enum Orders {
  private(set) static var known: Set<String> = []

  /// Fetches what has changed. What is to be seen afterwards is done within `perform`: where the time is over,
  /// nothing of it is done.
  static func fetch(_ work: PushwireWork) async throws -> WorkResult {
    let fetched = try JSONDecoder().decode(Set<String>.self, from: try await API.post("orders"))
    return try work.perform {
      guard known != fetched else { return .noData }
      known = fetched
      return .newData
    }
  }

  static func access(to order: String) async -> Access {
    known.contains(order) ? .allowed : .unknown
  }
}

/// Photos of parcels that wait to be uploaded.
@MainActor enum Photos {
  static var waiting: [String] = []

  static func upload(_ work: PushwireWork) async throws {
    while let photo = waiting.first {
      _ = try await API.post("photos/\(photo)")
      try work.perform { waiting.removeAll { $0 == photo } }
    }
  }
}

/// What the background tasks do.
@MainActor enum Tasks {
  static func run(_ work: PushwireWork) async throws {
    switch work.reason {
    case .task(ParcelNames.Tasks.refreshOrders): _ = try await Orders.fetch(work)
    case .task(ParcelNames.Tasks.uploadPhotos): try await Photos.upload(work)
    default: break
    }
  }
}
