// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that what the lists are measured beside is no dependency of the product. `table` leaves out the
// peer that can't be fetched.
let isAlone = Context.environment["WITHOUT_DIFFERENCEKIT"] != nil
let package = Package(
  name: "Peers",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ListViewModels", path: "../.."), .package(name: "Benchmarks", path: ".."),
  ] + (isAlone ? [] : [.package(url: "https://github.com/ra1028/DifferenceKit", exact: "1.3.0")]),
  targets: [
    .executableTarget(
      name: "Peers",
      dependencies: [
        .product(name: "Figures", package: "Benchmarks"), .product(name: "ListEngine", package: "ListViewModels"),
      ] + (isAlone ? [] : [.product(name: "DifferenceKit", package: "DifferenceKit")]))
  ],
  swiftLanguageModes: [.v6]
)
