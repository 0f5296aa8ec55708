extension Reduction {
  mutating func workFinished(_ work: Int, _ result: WorkResult) {}
  mutating func workExpired(_ work: Int) {}
}
