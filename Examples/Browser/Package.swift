// swift-tools-version: 6.2
import PackageDescription

let fromHere: [Target.Dependency] = ["ListEngine", "ListTesting", "Reactive", "SampleService", "ViewModels"].map {
  .product(name: $0, package: "ListViewModels")
}

let package = Package(
  name: "Browser",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ListViewModels", path: "../.."),
    .package(url: "https://github.com/swhitty/FlyingFox.git", from: "0.27.0"),
  ],
  targets: [
    .executableTarget(
      name: "Browser",
      dependencies: fromHere + [
        .product(name: "FlyingFox", package: "FlyingFox"), .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      resources: [.copy("Page")]),
    .testTarget(
      name: "BrowserTests",
      dependencies: fromHere + ["Browser", .product(name: "FlyingFox", package: "FlyingFox")]),
  ],
  swiftLanguageModes: [.v6]
)
