import ViewModels

/// What the system says of its connection.
func systemMonitor() -> any ConnectivityMonitor {
  #if canImport(Network)
    PathMonitor()
  #else
    RouteMonitor()
  #endif
}

extension ImageStore {
  /// A store for those who show no pictures, as a command line does.
  static var unused: ImageStore { ImageStore(folder: nil, client: URLSessionClient()) }
}
