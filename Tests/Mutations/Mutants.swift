// Copied into each module whose conditions are rewritten.
import Glibc

/// The mutant that is tried, from the environment; none if there is no number.
@usableFromInline let mutant = getenv("MUTANT").flatMap { Int(String(cString: $0)) } ?? 0

/// A byte for each mutant, set once its condition has been reached: a file that survives whatever ends the process.
/// Unchecked: bytes that threads set to the same value.
@usableFromInline nonisolated(unsafe) let reached: UnsafeMutablePointer<UInt8>? = {
  guard let path = getenv("REACHED") else { return nil }
  let file = open(path, O_RDWR)
  defer { close(file) }
  let size = Int(lseek(file, 0, SEEK_END))
  return mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)?.assumingMemoryBound(to: UInt8.self)
}()

/// Reaches a condition, which is what it is unless it is taken for true or for false.
@inlinable
func breakable(_ isTrue: Int, _ isFalse: Int, _ condition: Bool) -> Bool {
  reached?[isTrue] = 1
  return mutant == isTrue || mutant != isFalse && condition
}

@inlinable
func breakableLess<Value: Comparable>(_ moved: Int, _ left: Value, _ right: Value) -> Bool {
  mutant == moved ? left <= right : left < right
}

@inlinable
func breakableLessOrEqual<Value: Comparable>(_ moved: Int, _ left: Value, _ right: Value) -> Bool {
  mutant == moved ? left < right : left <= right
}

@inlinable
func breakableGreater<Value: Comparable>(_ moved: Int, _ left: Value, _ right: Value) -> Bool {
  mutant == moved ? left >= right : left > right
}

@inlinable
func breakableGreaterOrEqual<Value: Comparable>(_ moved: Int, _ left: Value, _ right: Value) -> Bool {
  mutant == moved ? left > right : left >= right
}

// Places, as a section and an offset.

@inlinable
func breakableLess(_ moved: Int, _ left: (Int, Int), _ right: (Int, Int)) -> Bool {
  mutant == moved ? left <= right : left < right
}

@inlinable
func breakableGreater(_ moved: Int, _ left: (Int, Int), _ right: (Int, Int)) -> Bool {
  mutant == moved ? left >= right : left > right
}

// Integers of different types.

@_disfavoredOverload @inlinable
func breakableLess<Left: BinaryInteger, Right: BinaryInteger>(_ moved: Int, _ left: Left, _ right: Right) -> Bool {
  mutant == moved ? left <= right : left < right
}

@_disfavoredOverload @inlinable
func breakableLessOrEqual<Left: BinaryInteger, Right: BinaryInteger>(
  _ moved: Int, _ left: Left, _ right: Right
) -> Bool {
  mutant == moved ? left < right : left <= right
}
