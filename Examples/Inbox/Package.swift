// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Inbox",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ListViewModels", path: "../.."),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.0.0"),
  ],
  targets: [
    .target(
      name: "Mail",
      dependencies: [
        .product(name: "ListEngine", package: "ListViewModels"), .product(name: "Reactive", package: "ListViewModels"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .executableTarget(name: "Inbox", dependencies: ["Mail", .product(name: "ListTesting", package: "ListViewModels")]),
    .testTarget(
      name: "MailTests",
      dependencies: [
        "Mail", .product(name: "GRDB", package: "GRDB.swift"), .product(name: "ListTesting", package: "ListViewModels"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
