import Foundation
import ListViewModelsTestSupport
import Testing

@testable import ListEngine
@testable import ViewModels

@Suite("An image's file", .timeLimit(.minutes(10)))
struct ImageFileTests {
  @Test(
    "its name is the published hash of the whole URL",
    arguments: zip(
      ["a", "foobar"], ["d228cb696f1a8caf78912b704e4a8964", "343e1662793c64bf6f0d3597ba446f18"]))
  func hash(text: String, hash: String) throws {
    let name = ImageFileName(try #require(URL(string: text)))
    #expect(name.text == hash + ".image")
    #expect(ImageFileName(name.text) == name)
  }

  @Test(
    "names of other files are none",
    arguments: [
      "picture.png", "D228CB696F1A8CAF78912B704E4A8964.image", "+228cb696f1a8caf78912b704e4a8964.image", ".image",
    ])
  func otherNames(name: String) { #expect(ImageFileName(name) == nil) }

  @Test("URLs that differ in anything have names of their own")
  func names() throws {
    let urls = ["a/picture", "b/picture", "a/picture?w=1", "a/picture?w=2", "a/picture?", "a/picture/", "a/Picture"]
    let names = try urls.map { ImageFileName(try #require(URL(string: "https://pictures.example/\($0)"))) }
    #expect(Set(names).count == urls.count)
  }

  @Test(
    "real photos, all of which have the same last path component but for their query",
    .enabled(
      if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
  func realPhotos() throws {
    let photos = try ["photos-2019-page1", "photos-2021-12"].flatMap { file in
      try PhotoList.decode(SharedData.read("photos/\(file).json")).items
    }
    let urls = photos.map(\.sources).flatMap { [$0.regular, $0.small].compactMap(\.self) }
    #expect(urls.count == 64)
    #expect(Set(urls.map(ImageFileName.init)).count == Set(urls).count)
  }

  @Test("a byte that was altered is noticed, wherever it stands; so is a file that was cut or goes on")
  func damage() throws {
    let folder = try TemporaryFolder()
    let files = ImageFolder(url: folder.url)
    let (url, image) = (Picture.url(1), Picture.data(1, size: 61))
    let name = ImageFileName(url)
    try files.put(image, of: url, in: name)
    #expect(files.image(of: url, in: name, atMost: .max) == .image(image))
    let path = folder.url.appendingPathComponent(name.text)
    let good = try Data(contentsOf: path)
    for place in good.indices {
      var bad = good
      bad[place] ^= UInt8(1) << (place % 8)
      try bad.write(to: path)
      #expect(files.image(of: url, in: name, atMost: .max) == .corrupt, "byte \(place)")
      try good.prefix(place).write(to: path)
      #expect(files.image(of: url, in: name, atMost: .max) == .corrupt, "cut after \(place)")
    }
    try (good + [0]).write(to: path)
    #expect(files.image(of: url, in: name, atMost: .max) == .corrupt)
    try good.write(to: path)
    #expect(files.image(of: url, in: name, atMost: .max) == .image(image))
  }

  @Test("a file of another URL with the same name is not taken for the one asked for")
  func collision() throws {
    let folder = try TemporaryFolder()
    let files = ImageFolder(url: folder.url)
    try files.put(Picture.data(1), of: Picture.url(1), in: ImageFileName(Picture.url(2)))
    #expect(files.image(of: Picture.url(2), in: ImageFileName(Picture.url(2)), atMost: .max) == .absent)
  }

  @Test("a length that no file has is corrupt, and nothing is allocated for it")
  func hugeLength() throws {
    let folder = try TemporaryFolder()
    let name = ImageFileName(Picture.url(1))
    var file = ImageFile.head(of: Picture.url(1), Data())
    for place in 16..<23 { file[place] = 0xff }
    try file.write(to: folder.url.appendingPathComponent(name.text))
    #expect(ImageFolder(url: folder.url).image(of: Picture.url(1), in: name, atMost: .max) == .corrupt)
  }

  @Test(
    "images are known by how they begin",
    arguments: [
      ([0xff, 0xd8, 0xff, 0xe0], ImageFormat.jpeg), (Array("GIF89a....".utf8), .gif),
      ([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0], .png), (Array("RIFF....WEBPVP8 ".utf8), .webP),
      (Array("....ftypavif".utf8), .heif), (Array("....ftypheic".utf8), .heif), (Array("II*\0".utf8), .tiff),
      ([0xff, 0x0a, 1], .jpegXL), (Array("RIFF....WAVEfmt ".utf8), nil), (Array("<!DOCTYPE html>".utf8), nil),
      ([], nil), ([0xff, 0xd8], nil), (Array("<svg xmlns=".utf8), nil), (Array("....ftypisom".utf8), nil),
    ] as [([UInt8], ImageFormat?)])
  func formats(start: [UInt8], format: ImageFormat?) { #expect(ImageFormat(of: Data(start)) == format) }
}
