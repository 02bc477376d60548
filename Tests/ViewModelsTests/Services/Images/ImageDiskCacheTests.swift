import Foundation
import ListViewModelsTestSupport
import Synchronization
import Testing

@testable import ListEngine
@testable import ViewModels

@Suite("Images on disk", .timeLimit(.minutes(10)))
struct ImageDiskCacheTests {
  @Test("the folder keeps below its limit at every moment, and what was used last is kept")
  func limit() async throws {
    let folder = try TemporaryFolder()
    let disk = ImageDiskCache.example(folder, limit: 3_000)
    for number in 1...30 {
      await disk.store(Picture.data(number), of: Picture.url(number))
      #expect(await disk.image(for: Picture.url(1)) == Picture.data(1))
      #expect(folder.size <= 3_000)
    }
    #expect(disk.size == folder.size)
    #expect(folder.names.count == 10)
    #expect(await disk.image(for: Picture.url(2)) == nil)
    #expect(await disk.image(for: Picture.url(30)) == Picture.data(30))
  }

  @Test("the order of use outlasts the process")
  func nextRun() async throws {
    let folder = try TemporaryFolder()
    let disk = ImageDiskCache.example(folder)
    for number in 1...10 { await disk.store(Picture.data(number), of: Picture.url(number)) }
    for (age, number) in [3, 1, 4, 10, 5, 9, 2, 6, 8, 7].enumerated() {
      let file = folder.url.appendingPathComponent(ImageFileName(Picture.url(number)).text)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -1_000 * Double(age + 1))], ofItemAtPath: file.path)
    }
    #expect(await disk.image(for: Picture.url(7)) != nil)  // which makes it the newest
    let next = ImageDiskCache.example(folder, limit: 3 * disk.size / 10)
    var kept: [Int] = []
    for number in 1...10 where await next.image(for: Picture.url(number)) != nil { kept.append(number) }
    #expect(kept == [1, 3, 7])
    #expect(folder.names.count == 3)
  }

  @Test("a file that was used in a year to come, by a clock that was wrong, is the newest")
  func fromTheFuture() async throws {
    let folder = try TemporaryFolder()
    let disk = ImageDiskCache.example(folder)
    for number in 1...2 { await disk.store(Picture.data(number), of: Picture.url(number)) }
    let file = folder.url.appendingPathComponent(ImageFileName(Picture.url(1)).text)
    var times = [timespec(tv_sec: 10_413_792_000, tv_nsec: 0), timespec(tv_sec: 10_413_792_000, tv_nsec: 0)]  // in 2300
    #expect(utimensat(AT_FDCWD, file.path, &times, 0) == 0)
    let entries = try #require(ImageFolder(url: folder.url).entries())
    #expect(entries.max { $0.lastUse < $1.lastUse }?.name == ImageFileName(Picture.url(1)))
    #expect(await ImageDiskCache.example(folder, limit: disk.size / 2).image(for: Picture.url(1)) != nil)
  }

  @Test("a file that is being written is not taken for one that a killed writer has left")
  func besideAWriter() throws {
    let images = try ImageFolder(url: TemporaryFolder().url)
    try images.create()
    let isOver = Atomic(false)
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      if thread == 0 {
        for number in 1...2_000 {
          #expect(throws: Never.self) {
            try images.put(Picture.data(1), of: Picture.url(number % 10), in: ImageFileName(Picture.url(number % 10)))
          }
        }
        isOver.store(true, ordering: .releasing)
      } else {
        while !isOver.load(ordering: .acquiring) { _ = images.entries() }
      }
    }
  }

  @Test("a file is not read for one who wants it no longer when it is its turn")
  func unwanted() async throws {
    let disk = ImageDiskCache.example(try TemporaryFolder())
    await disk.store(Picture.data(1), of: Picture.url(1))
    #expect(await disk.image(for: Picture.url(1)) { false } == nil)
    #expect(await disk.image(for: Picture.url(1)) { true } == Picture.data(1))
  }

  @Test("a damaged file is removed, counts no longer, and is fetched again")
  func damaged() async throws {
    let folder = try TemporaryFolder()
    let client = StubClient { _, number in HTTPAnswer(status: 200, body: Picture.data(number)) }
    let store = ImageStore.example(folder, client: client)
    _ = try await store.data(for: Picture.url(1))
    await store.settled()
    let file = folder.url.appendingPathComponent(ImageFileName(Picture.url(1)).text)
    try Data(try Data(contentsOf: file).dropLast(9)).write(to: file)
    let next = ImageStore.example(folder, client: client)
    #expect(try await next.data(for: Picture.url(1)) == Picture.data(2))
    await next.settled()
    #expect(
      ImageFolder(url: folder.url).image(of: Picture.url(1), in: ImageFileName(Picture.url(1)), atMost: .max)
        == .image(Picture.data(2)))
    let disk = ImageDiskCache.example(folder)
    try Data().write(to: file)
    #expect(await disk.image(for: Picture.url(1)) == nil)
    #expect(disk.size == 0)
    #expect(folder.names.isEmpty)
  }

  @Test("a file that is longer than all may be together is damaged, and is not read")
  func tooLong() async throws {
    let folder = try TemporaryFolder()
    let disk = ImageDiskCache.example(folder, limit: 10_000)
    let file = folder.url.appendingPathComponent(ImageFileName(Picture.url(1)).text)
    // A head that says so, and a hole.
    var head = ImageFile.head(of: Picture.url(1), Data())
    withUnsafeBytes(of: UInt64(1 << 40).littleEndian) { head.replaceSubrange(16..<24, with: $0) }
    try head.write(to: file)
    truncate(file.path, off_t(head.count) + 1 << 40)
    #expect(await disk.image(for: Picture.url(1)) == nil)
    #expect(folder.names.isEmpty)
  }

  @Test("the start does no work: the store serves and keeps images though nobody ever looks through the folder")
  func start() async throws {
    let folder = try TemporaryFolder()
    let first = ImageDiskCache.example(folder)
    for number in 1...3 { await first.store(Picture.data(number), of: Picture.url(number)) }
    let work = Log<@Sendable () -> Void>()
    let disk = ImageDiskCache(ImageFolder(url: folder.url), limit: first.size) { work.add($0) }
    #expect(disk.size == 0)
    #expect(await disk.image(for: Picture.url(1)) == Picture.data(1))
    await disk.store(Picture.data(4), of: Picture.url(4))
    #expect(await disk.image(for: Picture.url(4)) == Picture.data(4))
    // When it is done, what was used since the start counts as used last.
    for work in work.entries { work() }
    #expect(disk.size == folder.size)
    #expect(folder.size <= first.size)
    #expect(await disk.image(for: Picture.url(4)) == Picture.data(4))
    #expect(await disk.image(for: Picture.url(1)) == Picture.data(1))
  }

  @Test("who looks through the folder takes no file from a writer at work")
  func writerAtWork() throws {
    let folder = try TemporaryFolder()
    var writer = ImageFolder(url: folder.url)
    writer.files.writeBytes = { [url = folder.url] file, bytes in
      #expect(ImageFolder(url: url).entries()?.isEmpty == true)
      return write(file, bytes.baseAddress, bytes.count)
    }
    let name = ImageFileName(Picture.url(1))
    try writer.put(Picture.data(1), of: Picture.url(1), in: name)
    #expect(writer.image(of: Picture.url(1), in: name, atMost: .max) == .image(Picture.data(1)))
    #expect(folder.names == [name.text])
  }

  @Test("files that are nobody's are left alone")
  func strangers() async throws {
    let folder = try TemporaryFolder()
    let stranger = folder.url.appendingPathComponent("letter.txt")
    try Data(repeating: 65, count: 5_000).write(to: stranger)
    let disk = ImageDiskCache.example(folder, limit: 1_000)
    for number in 1...9 { await disk.store(Picture.data(number), of: Picture.url(number)) }
    #expect(folder.names.contains("letter.txt"))
    #expect(disk.size <= 1_000)
  }

  // MARK: A disk in trouble

  @Test(
    "a disk that fails costs nothing but the keeping: images are served, and the reason is said once",
    arguments: [
      (ENOSPC, DiskProblem.full), (EDQUOT, .full), (EROFS, .notWritable), (EACCES, .notWritable),
      (EIO, .failing(code: EIO)),
    ])
  func failing(code: Int32, problem: DiskProblem) async throws {
    let folder = try TemporaryFolder()
    let store = ImageStore.example(
      folder,
      write: { file, bytes in
        // Half of what was to be written gets through.
        if bytes.count > 100 { return write(file, bytes.baseAddress, bytes.count / 2) }
        errno = code
        return -1
      })
    let said = Log<[DiskProblem]>()
    let subscription = store.problemsPublisher.sink { said.add($0) }
    for number in 1...5 {
      #expect(try await store.data(for: Picture.url(number)) == Picture.data(number))
      await store.settled()
    }
    #expect(said.entries == [[], [problem]])
    #expect(store.problems == [problem])
    #expect(folder.names.isEmpty)
    subscription.cancel()
  }

  @Test("a folder that vanishes is made again, and said once; what was in it counts no longer")
  func vanished() async throws {
    let folder = try TemporaryFolder()
    let disk = ImageDiskCache.example(folder)
    for round in 1...3 {
      await disk.store(Picture.data(round), of: Picture.url(round))
      #expect(await disk.image(for: Picture.url(round)) == Picture.data(round))
      #expect(folder.names.count == 1)
      #expect(disk.size == folder.size)
      try FileManager.default.removeItem(at: folder.url)
      #expect(await disk.image(for: Picture.url(round)) == nil)
    }
    #expect(disk.problems.value == [.folderMissing])
  }

  @Test("a folder that cannot be made, where a file stands, is said once")
  func impossible() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("file")
    try Data().write(to: file)
    let disk = ImageDiskCache(ImageFolder(url: file.appendingPathComponent("images")), limit: 1_000) { $0() }
    let store = ImageStore(
      disk: disk, limits: ImageStore.Limits(),
      client: StubClient { _, number in HTTPAnswer(status: 200, body: Picture.data(number)) })
    for number in 1...3 {
      #expect(try await store.data(for: Picture.url(number)) == Picture.data(number))
      await store.settled()
    }
    #expect(store.problems == [.folderMissing])
    #expect(disk.size == 0)
  }

  @Test("a pipe, a link or a folder in an image's place is no image, and holds up no other")
  func notAFile() async throws {
    let folder = try TemporaryFolder()
    let disk = ImageDiskCache.example(folder)
    await disk.store(Picture.data(9), of: Picture.url(9))
    func path(_ number: Int) -> String {
      folder.url.appendingPathComponent(ImageFileName(Picture.url(number)).text).path
    }
    #expect(mkfifo(path(1), 0o600) == 0)
    #expect(mkfifo(path(1) + ".unfinished", 0o600) == 0)
    try FileManager.default.createSymbolicLink(atPath: path(2), withDestinationPath: path(9))
    try FileManager.default.createDirectory(atPath: path(3), withIntermediateDirectories: false)
    for number in 1...3 { #expect(await disk.image(for: Picture.url(number)) == nil) }
    #expect(await disk.image(for: Picture.url(9)) == Picture.data(9))
    #expect(ImageDiskCache.example(folder).size == disk.size)
    // What is fetched takes the place of a pipe.
    await disk.store(Picture.data(1), of: Picture.url(1))
    #expect(await disk.image(for: Picture.url(1)) == Picture.data(1))
  }

  @Test("a folder that is used by another process is read from, not written to, and that is said once")
  func otherProcess() async throws {
    let folder = try TemporaryFolder()
    let disk = ImageDiskCache.example(folder, limit: 1_000)
    await disk.store(Picture.data(1), of: Picture.url(1))
    let path = folder.url.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      // With room for nothing: it would delete what is there.
      let other = ImageDiskCache(ImageFolder(url: URL(fileURLWithPath: path)), limit: 300) { $0() }
      for number in 2...3 { await other.store(Picture.data(number, size: 100), of: Picture.url(number)) }
      #expect(other.problems.value == [.inUse])
      #expect(await other.image(for: Picture.url(1)) == Picture.data(1))
    }
    #expect(folder.names == [ImageFileName(Picture.url(1)).text])
    // Another cache of the same process shares the folder.
    let next = ImageDiskCache.example(folder)
    await next.store(Picture.data(2), of: Picture.url(2))
    #expect(next.problems.value.isEmpty && folder.names.count == 2)
  }

  @Test("what another has put into a folder that was not there at the start counts")
  func laterFolder() async throws {
    let folder = try TemporaryFolder()
    let later = ImageFolder(url: folder.url.appendingPathComponent("a"))
    let disk = ImageDiskCache(later, limit: 10_000) { $0() }
    let other = ImageDiskCache(later, limit: 10_000) { $0() }
    for number in 1...2 { await other.store(Picture.data(number), of: Picture.url(number)) }
    await disk.store(Picture.data(3), of: Picture.url(3))
    #expect(disk.size == ImageDiskCache(later, limit: 10_000) { $0() }.size)
    #expect(disk.problems.value.isEmpty)
  }

  @Test("a folder that is not there yet is made without a word, for its owner alone")
  func newFolder() async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("a/b")
    let disk = ImageDiskCache(ImageFolder(url: url), limit: 1_000) { $0() }
    defer {
      let mode = try? FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
      #expect(mode == 0o700)
    }
    await disk.store(Picture.data(1), of: Picture.url(1))
    #expect(await disk.image(for: Picture.url(1)) == Picture.data(1))
    #expect(disk.problems.value.isEmpty)
  }
}
