import Foundation
import Testing

@testable import Service

/// Every answer of every test here is JSON, has a documented status, and a documented code.
func checkShape(_ stage: ServerStage) {
  for event in stage.events.all where event.route != "none" {
    guard let route = Route.allCases.first(where: { $0.label == event.route }) else {
      Issue.record("unknown route \(event.route)")
      continue
    }
    let operation = route.operation
    if let problem = event.problem {
      #expect(
        operation.allProblems(route).contains(problem.code), "\(event.route) answers \(problem.code.rawValue)"
      )
    } else {
      #expect(event.status == operation.success || operation.others.contains { $0.status == event.status })
    }
  }
}
