import Reactive
import UIKit
import ViewModels

/// Three categories of dishes behind placeholders. A header says what its section is at; pulling begins anew.
final class DishesViewController: UITableViewController {
  var viewModel: CategoriesViewModel!
  private var cancellables: Set<AnyCancellable> = []

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "dish")
    refreshControl = UIRefreshControl()
    refreshControl?.addAction(UIAction { [weak self] _ in self?.refresh() }, for: .valueChanged)

    viewModel.showPlaceholders(3)  // before binding: the table's first count has them, without an animation each
    viewModel.bind(to: tableView).store(in: &cancellables)
    viewModel.loadStates
      .sink { [weak self] category, state in self?.show(state, of: category) }
      .store(in: &cancellables)
    viewModel.loadFirstPages()
  }

  // MARK: - What the table asks

  override func numberOfSections(in tableView: UITableView) -> Int { viewModel.numberOfSections }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    viewModel.numberOfItems(inSection: section)
  }

  override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    title(of: viewModel.sections[section])
  }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "dish", for: indexPath)
    let dish = viewModel.item(at: indexPath)  // nil for a placeholder
    var content = cell.defaultContentConfiguration()
    content.text = dish?.title ?? "…"
    content.secondaryText = dish?.salePrice?.text
    cell.contentConfiguration = content
    return cell
  }

  // MARK: - What the user sees of loading

  private func title(of category: DishCategory) -> String {
    let state = viewModel.state(of: category)
    let title = CategoriesViewModel.Wording().title(of: category)
    if state.isLoading { return "\(title) …" }
    return state.error.map { "\(title): \($0)" } ?? title
  }

  private func show(_ state: LoadState, of category: DishCategory) {
    guard let position = viewModel.sections.firstIndex(of: category),
      let header = tableView.headerView(forSection: position)
    else { return }
    var content = header.defaultContentConfiguration()
    content.text = title(of: category)
    header.contentConfiguration = content
  }

  /// What is shown stays until the new dishes are there, and stays if they fail.
  private func refresh() {
    Task {
      _ = await viewModel.refreshAll().summary
      refreshControl?.endRefreshing()
    }
  }
}
