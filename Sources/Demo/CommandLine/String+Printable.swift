import ViewModels

extension String {
  /// The text in quotes, shortened, so that no input can control the terminal.
  var printable: String { "\"\(presentable(atMost: 80))\"" }
}
