/// The three lists of dishes, in the order in which a screen shows them.
///
/// Not called `Category`, because the Objective-C runtime has a type of that name and an app that imports both could use
/// neither.
public enum DishCategory: String, CaseIterable, Identifiable, Hashable, Sendable, Codable {
  /// Main dishes.
  case main
  /// Soups and stews.
  case soup
  /// Side dishes.
  case side

  /// The category itself.
  public var id: Self { self }

  /// The title in English.
  public var title: String { title(in: Wording()) }

  /// Returns the title in an app's words.
  public func title(in wording: Wording) -> String {
    switch self {
    case .main: wording.mainDishes
    case .soup: wording.soups
    case .side: wording.sideDishes
    }
  }
}
