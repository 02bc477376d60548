/// All sentences and titles that this package shows to people, in English until an app replaces them.
///
/// Pass a wording to what shows texts: ``MoviesViewModel``, ``SeriesViewModel``, ``OrdersViewModel``,
/// ``ConnectivityViewModel``, ``CategoriesViewModel``, or ``StoreViewModel`` for the last three. What a section failed with is a ``LoadError``; ``reason`` makes a sentence of it.
///
/// ```swift
/// var wording = Wording()
/// wording.soups = "국·탕·찌개"
/// wording.ordered = { "주문했습니다: \($0)" }
/// wording.reason = { error in
///   if case .timedOut = (error as? ServiceError)?.kind { return "시간이 초과되었습니다" }
///   return Wording().reason(error)  // the rest in English
/// }
/// let store = StoreViewModel(dishes: dishes, orders: orders, monitor: monitor, images: images, wording: wording)
/// label.text = viewModel.state(of: .popular).error.map(wording.reason)
/// ```
public struct Wording: Sendable {
  /// Why a load or an order failed. By default the error's own sentence.
  ///
  /// The error is a ``LoadError``, which may contain an app's own, a ``ServiceError`` or a ``DiskProblem``. None of them
  /// holds a URL's query or a secret of this package's types, and their default sentences don't either.
  public var reason: @Sendable (_ error: any Error) -> String = { LoadError.service($0).description }

  // MARK: Orders

  /// A toast: an order has been placed, and is about to be sent.
  public var ordering: @Sendable (_ title: String) -> String = { "Ordering: \($0)" }
  /// A toast: an order was accepted.
  public var ordered: @Sendable (_ title: String) -> String = { "Ordered: \($0)" }
  /// A toast: an order was not accepted.
  public var notOrdered: @Sendable (_ title: String, _ reason: String) -> String = { "Not ordered: \($0). \($1)" }
  /// A toast: it is unknown whether an order was accepted.
  public var perhapsOrdered: @Sendable (_ title: String, _ reason: String) -> String = {
    "Perhaps ordered: \($0). Ask before you order again. \($1)"
  }

  // MARK: The connection

  /// The banner of a Wi-Fi connection.
  public var wifi = "Connected over Wi-Fi"
  /// The banner of a connection by cable.
  public var wired = "Connected by cable"
  /// The banner of a mobile network.
  public var cellular = "Connected over the mobile network"
  /// The banner without a connection.
  public var connectionLost = "No connection"
  /// The banner of an unknown connection.
  public var connectionUnknown = "Connection unknown"

  // MARK: Titles of sections

  /// The title of ``MovieSection/nowPlaying``.
  public var nowPlaying = "Now Playing"
  /// The title of ``MovieSection/popular``.
  public var popular = "Popular"
  /// The title of ``MovieSection/topRated``.
  public var topRated = "Top Rated"
  /// The title of ``MovieSection/upcoming``.
  public var upcoming = "Upcoming"
  /// The title of ``DishCategory/main``.
  public var mainDishes = "Main dishes"
  /// The title of ``DishCategory/soup``.
  public var soups = "Soups"
  /// The title of ``DishCategory/side``.
  public var sideDishes = "Side dishes"
  /// The title of a season for which the service has no name. 0 is for the specials.
  public var season: @Sendable (_ number: Int) -> String = { $0 == 0 ? "Specials" : "Season \($0)" }

  /// Creates the English wording.
  public init() {}
}
