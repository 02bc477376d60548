// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The signatures of UIKit that this package, its tests and its documentation use. The methods only note that they were
// called. ANNOTATED gives completion closures the annotations of newer SDKs.
@_exported import AppleFoundation

#if ANNOTATED
  public typealias UpdateCompletion = @MainActor @Sendable (Bool) -> Void
#else
  public typealias UpdateCompletion = (Bool) -> Void
#endif

// https://developer.apple.com/documentation/foundation/nsindexpath/item (not on watchOS)
extension IndexPath {
  public init(item: Int, section: Int) { self = [section, item] }
  public init(row: Int, section: Int) { self = [section, row] }
  public var section: Int { self[0] }
  public var item: Int { self[1] }
  public var row: Int { self[1] }
}

// https://developer.apple.com/documentation/uikit/uiresponder
@MainActor open class UIResponder: NSObject {}

// https://developer.apple.com/documentation/uikit/uiview
@MainActor open class UIView: UIResponder {
  /// The calls so far.
  public var calls: [String] = []
  public override init() {}
  // https://developer.apple.com/documentation/uikit/uiview/init(frame:)
  public init(frame: CGRect) {}
  // https://developer.apple.com/documentation/uikit/uiview/bounds
  open var bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
  // https://developer.apple.com/documentation/uikit/uiview/addsubview(_:)
  open func addSubview(_ view: UIView) {}
  // https://developer.apple.com/documentation/uikit/uiview/removefromsuperview()
  open func removeFromSuperview() { isInWindow = false }
  // https://developer.apple.com/documentation/uikit/uiview/layoutifneeded()
  open func layoutIfNeeded() { calls.append("layoutIfNeeded") }
  /// Whether `window` has something; a stub of the test's.
  public var isInWindow = true
  // https://developer.apple.com/documentation/uikit/uiview/window
  open var window: UIWindow? { isInWindow ? UIWindow() : nil }
  // https://developer.apple.com/documentation/uikit/uiview/areanimationsenabled
  public private(set) static var areAnimationsEnabled = true
  // https://developer.apple.com/documentation/uikit/uiview/setanimationsenabled(_:)
  public class func setAnimationsEnabled(_ enabled: Bool) { areAnimationsEnabled = enabled }
  // https://developer.apple.com/documentation/uikit/uiview/performwithoutanimation(_:)
  public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
    areAnimationsEnabled = false
    actionsWithoutAnimation()
    areAnimationsEnabled = true
  }
  // https://developer.apple.com/documentation/objectivec/nsobject-swift.class/isaccessibilityelement
  open var isAccessibilityElement = false
  // https://developer.apple.com/documentation/objectivec/nsobject-swift.class/accessibilitylabel
  open var accessibilityLabel: String?
}

// MARK: - Accessibility

// https://developer.apple.com/documentation/uikit/uiaccessibility
@MainActor public enum UIAccessibility {
  public struct Notification: Sendable {
    // https://developer.apple.com/documentation/uikit/uiaccessibility/notification/announcement
    public static let announcement = Notification()
  }
  // https://developer.apple.com/documentation/uikit/uiaccessibility/post(notification:argument:)
  public static func post(notification: UIAccessibility.Notification, argument: Any?) {}
  // https://developer.apple.com/documentation/uikit/uiaccessibility/isreducemotionenabled
  public static var isReduceMotionEnabled: Bool { false }
}

// https://developer.apple.com/documentation/uikit/uiwindow
@MainActor open class UIWindow: UIView {}

// https://developer.apple.com/documentation/uikit/uiscrollview
@MainActor open class UIScrollView: UIView {
  // https://developer.apple.com/documentation/uikit/uiscrollview/refreshcontrol
  open var refreshControl: UIRefreshControl?
  // https://developer.apple.com/documentation/uikit/uiscrollview/contentoffset
  open var contentOffset: CGPoint = .zero { didSet { calls.append("scroll \(contentOffset.y)") } }
  // https://developer.apple.com/documentation/uikit/uiscrollview/contentsize
  open var contentSize = CGSize(width: 100, height: 1_000)
  // https://developer.apple.com/documentation/uikit/uiscrollview/adjustedcontentinset
  open var adjustedContentInset: UIEdgeInsets { UIEdgeInsets() }
}

// https://developer.apple.com/documentation/uikit/uiedgeinsets
public struct UIEdgeInsets {
  public var top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0
}

// https://developer.apple.com/documentation/uikit/uiviewcontroller
@MainActor open class UIViewController: UIResponder {
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {}
  public required init?(coder: NSCoder) {}
  public override convenience init() { self.init(nibName: nil, bundle: nil) }
  open var view: UIView! = UIView()
  open func viewDidLoad() {}
}

// https://developer.apple.com/documentation/uikit/uicontentconfiguration
public protocol UIContentConfiguration {}

// https://developer.apple.com/documentation/uikit/uilistcontentconfiguration
public struct UIListContentConfiguration: UIContentConfiguration {
  public static func cell() -> UIListContentConfiguration { UIListContentConfiguration() }
  public var text: String?
  public var secondaryText: String?
}

// MARK: - Controls

public typealias UIActionHandler = (UIAction) -> Void

// https://developer.apple.com/documentation/uikit/uiaction
@MainActor open class UIAction: NSObject {
  public convenience init(title: String = "", handler: @escaping UIActionHandler) { self.init() }
}

// https://developer.apple.com/documentation/uikit/uicontrol
@MainActor open class UIControl: UIView {
  public struct Event: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let valueChanged = Event(rawValue: 1 << 12)
  }
  open func addAction(_ action: UIAction, for controlEvents: UIControl.Event) {}
}

// https://developer.apple.com/documentation/uikit/uirefreshcontrol
@MainActor open class UIRefreshControl: UIControl {
  open func endRefreshing() {}
}

// MARK: - What is noted of calls

func text(_ sections: IndexSet) -> String { text(Array(sections)) }
func text(_ indexPaths: [IndexPath]) -> String { text(indexPaths.map { text($0) }) }
func text(_ indexPaths: Set<IndexPath>) -> String { text(indexPaths.sorted()) }
func text(_ indexPath: IndexPath) -> String { "\(indexPath.section)-\(indexPath.item)" }
func text(_ places: [some Any]) -> String { places.map { "\($0)" }.joined(separator: ",") }
func text(_ section: Int) -> String { "\(section)" }
func text(_ animation: UITableView.RowAnimation) -> String { animation == .automatic ? "" : " \(animation)" }
