import PushContract
import Testing

@Test func hopsStandInTheOrderOfAPushsWay() {
  #expect(Hop.allCases.first == .configured)
  #expect(Hop.allCases.last == .retired)
}
