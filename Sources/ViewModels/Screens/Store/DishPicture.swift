import Foundation

/// A picture of a dish's page.
public struct DishPicture: Identifiable, Hashable, Sendable {
  /// Identifies a picture, and its section: its position on the page, and where it comes from.
  public struct ID: Hashable, Sendable {
    /// From 0, at the top.
    public let position: Int
    /// The URL of the picture. A page may show the same one twice.
    public let url: URL
  }

  /// The position and the URL.
  public let id: ID
  /// The encoded picture, in one of the formats that ``ImageStore`` accepts.
  public let data: Data
}
