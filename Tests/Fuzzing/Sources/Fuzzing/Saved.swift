import Foundation

@testable import Demo
@testable import ListEngine
@testable import ListViewModelsServer
@testable import ViewModels

/// What is saved is read as it was, and any bytes are read or refused: models, cursors, a crawl, an image's file, a fault.
///
/// After a line `made`, the rest of the input chooses what JSON is read.
func fuzzSaved(_ bytes: Bytes) {
  var made = bytes
  let data = made.line() == "made" ? Data(MadeJSON.text(&made).utf8) : Data(bytes.rest)
  roundTrip(PageKey.self, data)
  roundTrip(Movie.self, data)
  roundTrip(Series.self, data)
  roundTrip(Season.self, data)
  roundTrip(SeasonID.self, data)
  roundTrip(Episode.self, data)
  roundTrip(Dish.self, data)
  roundTrip(Price.self, data)
  roundTrip(Photo.self, data)
  roundTrip([MovieSection].self, data)
  roundTrip([DishCategory].self, data)
  saveImage(data)
  saveFault(String(decoding: data, as: UTF8.self))
}

private func roundTrip<Value: Codable & Equatable>(_ type: Value.Type, _ data: Data) {
  guard let value = try? JSONDecoder().decode(type, from: data) else { return }
  do {
    let saved = try JSONEncoder().encode(value)
    let read = try JSONDecoder().decode(type, from: saved)
    require(read == value, "\(value) was read as \(read) from \(String(decoding: saved, as: UTF8.self))")
  } catch {
    require(false, "\(value) cannot be saved and read: \(error)")
  }
}

/// The head of an image's file: from bytes, and of bytes.
private func saveImage(_ data: Data) {
  if let head = ImageFile.read(data.prefix(ImageFile.headSize)) {
    require(head.address >= 0 && head.image >= 0, "sizes")
  }
  _ = ImageFormat(of: data)
  let url = URL(fileURLWithPath: "/a")
  let head = ImageFile.head(of: url, data)
  require(head.count + data.count == ImageFile.size(of: url, data), "the size of an image's file")
  let read = ImageFile.read(head.prefix(ImageFile.headSize))
  let address = Data(url.absoluteString.utf8)
  require(read?.image == data.count && read?.address == address.count, "the head of an image's file")
  require(read?.checksum == ImageFile.checksum(address, data), "the checksum of an image's file")
}

private func saveFault(_ text: String) {
  guard let fault = Fault(text) else { return }
  require(Fault(fault.description) == fault, "\(fault) is not read from \(fault.description.debugDescription)")
}
