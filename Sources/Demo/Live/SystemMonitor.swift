import ViewModels

/// Creates the system's connectivity monitor.
func systemMonitor() -> any ConnectivityMonitor {
  #if canImport(Network)
    PathMonitor()
  #else
    RouteMonitor()
  #endif
}

extension ImageStore {
  /// A store for a command line, which shows no images.
  static var unused: ImageStore { ImageStore(folder: nil, client: URLSessionClient()) }
}
