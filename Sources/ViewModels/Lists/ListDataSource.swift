import Foundation

/// Answers a list view's two questions about counts. Every view model of this package conforms.
@MainActor
public protocol ListDataSource: AnyObject {
  /// How many sections there are.
  var numberOfSections: Int { get }
  /// How many items the section at this position holds.
  func numberOfItems(inSection section: Int) -> Int
}
