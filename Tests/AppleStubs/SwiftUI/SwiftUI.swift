// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The signatures of SwiftUI that the documentation and the examples use, written down by hand, so that Linux can
// type-check them. Nothing here draws.
@_exported import AppleFoundation
@_exported import Combine
@_exported import Observation

// https://developer.apple.com/documentation/swiftui/view
@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View { public var body: Never { fatalError("no view has a body here") } }

public protocol PrimitiveView: View where Body == Never {}
extension PrimitiveView { public var body: Never { fatalError("no view has a body here") } }

// https://developer.apple.com/documentation/swiftui/viewbuilder
@resultBuilder public struct ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<(repeat each Content)>
  {
    TupleView((repeat each content))
  }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<First: View, Second: View>(first: First) -> ConditionalContent<First, Second> {
    .first(first)
  }
  public static func buildEither<First: View, Second: View>(second: Second) -> ConditionalContent<First, Second> {
    .second(second)
  }
}

// https://developer.apple.com/documentation/swiftui/optional
extension Optional: View where Wrapped: View { public var body: Never { fatalError("no view has a body here") } }
// What else a view builder makes is not public in SwiftUI, or has a name of its own there.
public enum ConditionalContent<First: View, Second: View>: PrimitiveView { case first(First), second(Second) }
// https://developer.apple.com/documentation/swiftui/emptyview
public struct EmptyView: PrimitiveView { public nonisolated init() {} }
// https://developer.apple.com/documentation/swiftui/tupleview
public struct TupleView<Content>: PrimitiveView {
  public nonisolated init(_ content: Content) {}
}
public struct ModifiedView: PrimitiveView { nonisolated init() {} }

// https://developer.apple.com/documentation/swiftui/state
@propertyWrapper public struct State<Value> {
  private final class Storage {
    var value: Value
    init(_ value: Value) { self.value = value }
  }
  private let storage: Storage
  public init(wrappedValue: Value) { storage = Storage(wrappedValue) }
  public init(initialValue: Value) { storage = Storage(initialValue) }
  public var wrappedValue: Value {
    get { storage.value }
    nonmutating set { storage.value = newValue }
  }
  public var projectedValue: Binding<Value> { Binding() }
}

// https://developer.apple.com/documentation/swiftui/binding
public struct Binding<Value> {}

// MARK: - Views

// https://developer.apple.com/documentation/swiftui/text
public struct Text: PrimitiveView {
  public nonisolated init(_ content: some StringProtocol) {}
}

// https://developer.apple.com/documentation/swiftui/label
public struct Label: PrimitiveView {
  public init(_ title: some StringProtocol, systemImage name: String) {}
}

// https://developer.apple.com/documentation/swiftui/vstack
public struct VStack<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: () -> Content) {}
}

// https://developer.apple.com/documentation/swiftui/hstack
public struct HStack<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: () -> Content) {}
}

// https://developer.apple.com/documentation/swiftui/tabview
public struct TabView<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: () -> Content) {}
}

// https://developer.apple.com/documentation/swiftui/navigationstack
public struct NavigationStack<Root: View>: PrimitiveView {
  public init(@ViewBuilder root: () -> Root) {}
}

// https://developer.apple.com/documentation/swiftui/editbutton
public struct EditButton: PrimitiveView { public init() {} }

// https://developer.apple.com/documentation/swiftui/progressview
public struct ProgressView: PrimitiveView {
  public nonisolated init() {}
}

// https://developer.apple.com/documentation/swiftui/button
public struct Button<Label: View>: PrimitiveView {
  public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) where Label == Text {}
}

// https://developer.apple.com/documentation/swiftui/list
public struct List<SelectionValue: Hashable, Content: View>: PrimitiveView {
  public init(selection: Binding<Set<SelectionValue>>?, @ViewBuilder content: () -> Content) {}
}

extension List where SelectionValue == Never {
  public init(@ViewBuilder content: () -> Content) {}
}

// https://developer.apple.com/documentation/swiftui/section
public struct Section<Content: View>: PrimitiveView {
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {}
}

// https://developer.apple.com/documentation/swiftui/foreach
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
  where Data.Element: Identifiable, ID == Data.Element.ID {}
  public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}

// https://developer.apple.com/documentation/swiftui/dynamicviewcontent
public protocol DynamicViewContent: View {}

extension DynamicViewContent {
  // https://developer.apple.com/documentation/swiftui/dynamicviewcontent/ondelete(perform:)
  public func onDelete(perform action: ((IndexSet) -> Void)?) -> some DynamicViewContent { ModifiedView() }
  // https://developer.apple.com/documentation/swiftui/dynamicviewcontent/onmove(perform:)
  public func onMove(perform action: ((IndexSet, Int) -> Void)?) -> some DynamicViewContent { ModifiedView() }
}

extension ModifiedView: DynamicViewContent {}
extension ForEach: DynamicViewContent {}

// MARK: - An app

// https://developer.apple.com/documentation/swiftui/scene
@MainActor @preconcurrency public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
}

extension Never: Scene {}

// https://developer.apple.com/documentation/swiftui/scenebuilder
@resultBuilder public struct SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

// https://developer.apple.com/documentation/swiftui/windowgroup
public struct WindowGroup<Content: View>: Scene {
  public init(@ViewBuilder content: () -> Content) {}
  public var body: Never { fatalError("no scene has a body here") }
}

// https://developer.apple.com/documentation/swiftui/app
@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  init()
}

extension App { public static func main() {} }

// MARK: - UIKit

#if canImport(UIKit)
  import UIKit

  // https://developer.apple.com/documentation/swiftui/uiviewcontrollerrepresentablecontext
  public struct UIViewControllerRepresentableContext<Representable: UIViewControllerRepresentable> {}

  // https://developer.apple.com/documentation/swiftui/uiviewcontrollerrepresentable
  @MainActor @preconcurrency public protocol UIViewControllerRepresentable: View where Body == Never {
    associatedtype UIViewControllerType: UIViewController
    typealias Context = UIViewControllerRepresentableContext<Self>
    func makeUIViewController(context: Context) -> UIViewControllerType
    func updateUIViewController(_ uiViewController: UIViewControllerType, context: Context)
  }

  extension UIViewControllerRepresentable { public var body: Never { fatalError("no view has a body here") } }
#endif

// MARK: - Modifiers

extension View {
  // https://developer.apple.com/documentation/swiftui/view/onappear(perform:)
  public nonisolated func onAppear(perform action: (() -> Void)? = nil) -> some View { ModifiedView() }
  // https://developer.apple.com/documentation/swiftui/view/task(priority:_:)
  public nonisolated func task(@_inheritActorContext _ action: @escaping @Sendable () async -> Void) -> some View {
    ModifiedView()
  }
  // https://developer.apple.com/documentation/swiftui/view/refreshable(action:)
  public nonisolated func refreshable(action: @escaping @Sendable () async -> Void) -> some View { ModifiedView() }
  // https://developer.apple.com/documentation/swiftui/view/navigationtitle(_:)
  public nonisolated func navigationTitle(_ title: some StringProtocol) -> some View { ModifiedView() }
  // https://developer.apple.com/documentation/swiftui/view/toolbar(content:)-5w0tj
  public nonisolated func toolbar(@ViewBuilder content: () -> some View) -> some View { ModifiedView() }
  // https://developer.apple.com/documentation/swiftui/view/tabitem(_:)
  public nonisolated func tabItem(@ViewBuilder _ label: () -> some View) -> some View { ModifiedView() }
  // https://developer.apple.com/documentation/swiftui/view/ignoressafearea(_:edges:)
  public nonisolated func ignoresSafeArea() -> some View { ModifiedView() }
}
