import Foundation

/// Answers a list view's two questions about counts. Every list screen of this package conforms.
///
/// A list view asks often, for all sections at once, and in the middle of an update. So answer at once, from the model
/// as it is.
@MainActor
public protocol ListDataSource: AnyObject {
  /// The number of sections.
  var numberOfSections: Int { get }
  /// Returns the number of items in the section at this position.
  func numberOfItems(inSection section: Int) -> Int
}
