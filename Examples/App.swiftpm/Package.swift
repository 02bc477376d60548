// swift-tools-version: 6.2
import AppleProductTypes
import PackageDescription

let package = Package(
  name: "Lists",
  platforms: [.iOS("18.0")],
  products: [
    .iOSApplication(
      name: "Lists", targets: ["AppModule"], bundleIdentifier: "example.lists", displayVersion: "1.0",
      bundleVersion: "1",
      appIcon: .placeholder(icon: .box), accentColor: .presetColor(.blue),
      supportedDeviceFamilies: [.pad, .phone],
      supportedInterfaceOrientations: [.portrait, .landscapeLeft, .landscapeRight])
  ],
  dependencies: [.package(name: "ListViewModels", path: "../..")],
  targets: [
    .executableTarget(
      name: "AppModule",
      dependencies: [
        .product(name: "SampleService", package: "ListViewModels"),
        .product(name: "ViewModels", package: "ListViewModels"),
      ],
      path: "Sources",
      swiftSettings: [  // those of a new app in Xcode 26
        .defaultIsolation(MainActor.self), .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InferIsolatedConformances"), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
