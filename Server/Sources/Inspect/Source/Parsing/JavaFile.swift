internal import AppFacts

extension Parser {
  func javaFile() {}
  func javaStatement(into result: inout [Statement]) { position += 1 }
  func javaInfix() -> InfixOperator? { nil }
  func javaOperand() -> Expression { .unknown(place) }
  func javaTypeEnd() {}
}
