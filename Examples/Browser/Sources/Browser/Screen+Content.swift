import Foundation
import ViewModels

// What the pages of a screen show.
extension Screen: PageContent {
  var animation: Int { traffic.animation }

  var counts: [Int] { viewModel.sections.indices.map { viewModel.numberOfItems(inSection: $0) } }

  func everything() -> Reload {
    Reload(
      sections: viewModel.sections.enumerated().map { position, section in
        Reload.Section(title: title(section), rows: rows(position), status: status(section, position))
      })
  }

  func message(for update: ListUpdate) -> Update? {
    var message = Update(text: update.description, counts: counts)
    switch update {
    case .insert(let paths): message.inserts = paths.map(cell)
    case .reload(let section): message.reloads = [.init(section: section, rows: rows(section))]
    case .batch(let batch):
      guard batch.insertedSections.isEmpty, batch.deletedSections.isEmpty, batch.movedSections.isEmpty else {
        return nil
      }
      message.deletes = batch.deletedItems.map(Array.init)
      message.inserts = batch.insertedItems.map(cell)
      message.moves = batch.movedItems.map { [Array($0.from), Array($0.to)] }
      message.reloads = batch.reloadedSections.map { .init(section: $0, rows: rows($0)) }
      message.changes = (batch.reloadedItems + batch.reconfiguredItems).map(cell)
    }
    return message
  }

  private func rows(_ section: Int) -> [Row?] {
    (0..<viewModel.numberOfItems(inSection: section)).map { viewModel.item(at: [section, $0]).map(row) }
  }

  private func cell(_ path: IndexPath) -> Update.Cell {
    // Without the gate the model may have gone on, and the item may be gone.
    let isThere = path.item < viewModel.numberOfItems(inSection: path.section)
    return Update.Cell(path: Array(path), row: isThere ? viewModel.item(at: path).map(row) : nil)
  }

  private func status(_ section: ViewModel.SectionID, _ position: Int) -> Status {
    let state = viewModel.state(of: section)
    let text =
      switch state.phase {
      case .idle: ""
      case .loading(let page): "loading page \(page)"
      case .failed(_, let error): "\(error)"
      case .finished: "all there"
      }
    return Status(section: position, text: text, hasFailed: state.error != nil)
  }

  func show(_ section: ViewModel.SectionID) {
    guard let position = viewModel.sections.firstIndex(of: section) else { return }
    let status = status(section, position)
    for page in pages.values where page.binding != nil { page.send(status) }
    showGate()
  }

  /// Sends what the gate does to all pages, once a turn.
  func showGate() {
    guard !isGateDue else { return }
    isGateDue = true
    Task {
      isGateDue = false
      let loading = viewModel.sections.compactMap { section -> String? in
        guard case .loading(let page) = viewModel.state(of: section).phase else { return nil }
        return "\(title(section)) \(page)"
      }
      traffic.keep(Set(loading))
      let gate = viewModel.pages.gate
      let message = Gate(
        isOn: isGateOn, onTheWay: loading.filter { !traffic.answered.contains($0) },
        answered: loading.filter(traffic.answered.contains), waiting: gate.waiting,
        making: gate.isIdle ? nil : lastUpdate, pages: pages.count, latency: traffic.latency,
        failures: traffic.failures, animation: traffic.animation)
      for page in pages.values where page.binding != nil { page.send(message) }
    }
  }
}
