import PushContract
import Testing

@testable import ProfileFile

@Test func theExampleIsSound() throws {
  let path = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
  let reading = try ProfileFile.load(path: "/" + path + "/contract/examples/parcel.yaml")
  #expect(reading.checked().map(\.description) == [])
  #expect(reading.profile.classes.count == 4)
}
