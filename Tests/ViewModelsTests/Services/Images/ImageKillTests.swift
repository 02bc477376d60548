import Foundation
import ListViewModelsTestSupport
import Synchronization
import Testing

@testable import ListEngine
@testable import ViewModels

@Suite("A process that is killed while it writes images", .timeLimit(.minutes(10)))
struct ImageKillTests {
  @Test(
    "leaves whole images or none, and nothing besides",
    arguments: [
      // In the middle of a write, of the head or of the image; or wherever another thread happens to strike.
      (40, true), (41, true), (97, true), (1, true), (2, true), (50, false), (120, false),
    ])
  func killed(atWrite deadly: Int, inTheMiddle: Bool) async throws {
    let folder = try TemporaryFolder()
    let path = folder.url.path
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, deadly = deadly as Int, inTheMiddle = inTheMiddle as Bool] in
      let isTime = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        isTime.wait()
        kill(getpid(), SIGKILL)
      }
      let writes = Writes()
      var files = ImageFolder(url: URL(fileURLWithPath: path))
      files.files.writeBytes = { file, bytes in
        guard writes.next() == deadly else { return write(file, bytes.baseAddress, bytes.count) }
        isTime.signal()
        guard inTheMiddle else { return write(file, bytes.baseAddress, bytes.count) }
        _ = write(file, bytes.baseAddress, bytes.count / 2)
        while true { pause() }
      }
      let disk = ImageDiskCache(files, limit: 100_000) { $0() }
      for number in 0..<1_000_000 {
        await disk.store(Picture.data(number % 60, size: 5_000), of: Picture.url(number % 60))
      }
    }

    let left = folder.names
    if inTheMiddle { #expect(left.count { $0.hasSuffix(".unfinished") } == 1) }
    let disk = ImageDiskCache.example(folder)
    let names = folder.names
    #expect(names.allSatisfy { $0.hasSuffix(".image") })
    #expect(names.count >= left.count - 1)
    #expect(disk.size == folder.size)
    var whole = 0
    for number in 0..<60 {
      guard let image = await disk.image(for: Picture.url(number)) else { continue }
      #expect(image == Picture.data(number, size: 5_000))
      whole += 1
    }
    // A file that was renamed was complete: none had to be removed.
    #expect(whole == names.count)
  }
}

private final class Writes: Sendable {
  private let count = Atomic(0)
  func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
