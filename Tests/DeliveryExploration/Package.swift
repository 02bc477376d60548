// swift-tools-version: 6.2
import PackageDescription

// The sources of Reactive themselves, by a link, in one module with stand-ins for the few types that threads meet in.
let package = Package(
  name: "DeliveryExploration",
  platforms: [.macOS(.v15)],
  targets: [
    .executableTarget(
      name: "DeliveryExploration", exclude: ["Reactive/Reactive.docc", "Reactive/Schedulers/MainScheduler.swift"])
  ],
  swiftLanguageModes: [.v6]
)
