internal import AppFacts

extension Parser {
  func kotlinFile() {}
  func kotlinStatement(into result: inout [Statement]) { position += 1 }
  func kotlinInfix() -> InfixOperator? { nil }
  func kotlinOperand() -> Expression { .unknown(place) }
  func kotlinTypeEnd() {}
}
