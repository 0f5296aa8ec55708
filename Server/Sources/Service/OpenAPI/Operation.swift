/// What a route is to its callers: the source of /openapi.json and of docs/api.md.
struct Operation: Sendable {
  /// Who may call. Several: any one of them.
  enum Access: String, Sendable {
    case serverKey, ticket, app, installationSecret
  }

  var summary: String
  var about: String
  var access: [[Access]]
  /// The scope of a server key.
  var scope: ServerKey.Scope?
  /// A schema's name.
  var body: String?
  var bodyIsOptional = false
  var success: Int = 200
  var answer: String?
  /// Answers of another status that are no problem: status and schema's name.
  var others: [(status: Int, schema: String, about: String)] = []
  var answerType = "application/json"
  /// JSON.
  var bodyExample = ""
  var answerExample = ""
  /// Problems of its own; those that any request can meet come on top.
  var problems: [Problem.Code]

  /// What any request can meet.
  static let common: [Problem.Code] = [
    .malformedRequest, .invalidQuery, .rateLimited, .headersTooLarge, .internalError, .notImplemented, .busy,
    .storeUnavailable, .stopping, .bodyTooLarge,
  ]
  static let ofBodies: [Problem.Code] = [
    .malformedJSON, .unknownMember, .duplicateMember, .missingMember, .wrongType, .invalidValue,
    .unsupportedMediaType,
  ]

  /// All that it can answer with.
  func allProblems(_ route: Route) -> [Problem.Code] {
    var all = problems + Self.common
    if body != nil { all += Self.ofBodies }
    if route.pattern.contains("{id}") { all.append(.invalidID) }
    if !access.isEmpty { all.append(.unauthenticated) }
    if scope != nil { all += [.missingScope, .otherTenant] }
    return Problem.Code.allCases.filter(all.contains)
  }
}

/// A parameter of the query, for people and programs.
struct QueryParameter: Sendable {
  let name: String
  let schema: Schema
  let about: String

  /// What a double holds exactly, so that every reader of JSON counts the same.
  static let largest = 1 << 53

  static func of(_ route: Route) -> [QueryParameter] {
    route.queryNames.map { name in
      switch (route, name) {
      case (_, "tenant"):
        QueryParameter(name: name, schema: .tenant, about: "With a key for all tenants.")
      case (_, "account"):
        QueryParameter(name: name, schema: .account, about: "With a server key: whose inbox.")
      case (.inbox, "before"):
        QueryParameter(
          name: name, schema: .integer(1...largest),
          about: "The page before this cursor: `next` of the last.")
      case (.campaigns, "before"):
        QueryParameter(
          name: name, schema: .integer(1...largest), about: "The page before this: `next` of the last.")
      case (.campaigns, "limit"):
        QueryParameter(name: name, schema: .integer(1...100), about: "Campaigns of a page; 50 where absent.")
      case (.inbox, "limit"):
        QueryParameter(name: name, schema: .integer(1...100), about: "Items of a page; 50 where absent.")
      case (_, "after"):
        QueryParameter(
          name: name, schema: .integer(0...largest),
          about: "The page after this message: `next` of the last.")
      case (_, "limit"):
        QueryParameter(name: name, schema: .integer(1...1000), about: "Messages of a page; 100 where absent.")
      default:
        QueryParameter(
          name: name, schema: .string(.init(format: "date")), about: "A day in UTC, as in 2030-01-31.")
      }
    }
  }
}
