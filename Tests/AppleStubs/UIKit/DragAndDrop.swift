// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Drag and drop in collection views.
@_exported import AppleFoundation

// https://developer.apple.com/documentation/uikit/uidragsession
@MainActor public protocol UIDragSession: NSObjectProtocol {}

// https://developer.apple.com/documentation/uikit/uidragitem
@MainActor open class UIDragItem: NSObject {
  // https://developer.apple.com/documentation/uikit/uidragitem/init(itemprovider:)
  public init(itemProvider: NSItemProvider) {}
}

// https://developer.apple.com/documentation/uikit/uicollectionviewdragdelegate
@MainActor public protocol UICollectionViewDragDelegate: NSObjectProtocol {
  func collectionView(
    _ collectionView: UICollectionView, itemsForBeginning session: any UIDragSession, at indexPath: IndexPath
  ) -> [UIDragItem]
  func collectionView(_ collectionView: UICollectionView, dragSessionWillBegin session: any UIDragSession)
}

extension UICollectionViewDragDelegate {
  public func collectionView(_ collectionView: UICollectionView, dragSessionWillBegin session: any UIDragSession) {}
}

// https://developer.apple.com/documentation/uikit/uidropsession
@MainActor public protocol UIDropSession: NSObjectProtocol {
  var localDragSession: (any UIDragSession)? { get }
}

// https://developer.apple.com/documentation/uikit/uidropoperation
public enum UIDropOperation: UInt, Sendable { case cancel, forbidden, copy, move }

// https://developer.apple.com/documentation/uikit/uidropproposal
@MainActor open class UIDropProposal: NSObject {}

// https://developer.apple.com/documentation/uikit/uicollectionviewdropproposal
@MainActor open class UICollectionViewDropProposal: UIDropProposal {
  public enum Intent: Int, Sendable { case unspecified, insertAtDestinationIndexPath, insertIntoDestinationIndexPath }
  public init(operation: UIDropOperation, intent: UICollectionViewDropProposal.Intent) {}
}

// https://developer.apple.com/documentation/uikit/uicollectionviewdropitem
@MainActor public protocol UICollectionViewDropItem: NSObjectProtocol {
  var sourceIndexPath: IndexPath? { get }
}

// https://developer.apple.com/documentation/uikit/uicollectionviewdropcoordinator
@MainActor public protocol UICollectionViewDropCoordinator: NSObjectProtocol {
  var items: [any UICollectionViewDropItem] { get }
  var destinationIndexPath: IndexPath? { get }
}

// https://developer.apple.com/documentation/uikit/uicollectionviewdropdelegate
@MainActor public protocol UICollectionViewDropDelegate: NSObjectProtocol {
  func collectionView(
    _ collectionView: UICollectionView, performDropWith coordinator: any UICollectionViewDropCoordinator)
  func collectionView(
    _ collectionView: UICollectionView, dropSessionDidUpdate session: any UIDropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> UICollectionViewDropProposal
}
