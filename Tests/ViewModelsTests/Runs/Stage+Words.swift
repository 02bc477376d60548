import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

// From the package's types to those of the reference model.

extension Step.Answer {
  /// - Parameter page: The page that was asked for; nil if the service does not know.
  func page(_ page: Int?) -> Result<Page<TestItem>, any Error> {
    switch self {
    case .failure: .failure(Refused())
    case .wrongPage: page.map { .success(Page([], number: $0 + 1)) } ?? .failure(Refused())
    case .page: .success(Page(ids, number: page))
    case .last: .success(Page(ids, number: page, isLast: true))
    case .unnumbered: .success(Page(ids))
    case .cursor(_, _, let next):
      .success(Page(items: ids.map { TestItem($0) }, nextCursor: next == 0 ? "" : "\(next)"))
    case .between(_, _, let previous, let next):
      .success(
        Page(
          items: ids.map { TestItem($0) }, previousCursor: previous == 0 ? nil : "\(previous)",
          nextCursor: next == 0 ? nil : "\(next)"))
    case .partly:
      .success(
        Page(
          items: ids.map { TestItem($0) }, number: page, isLast: false,
          dropped: (0..<2).map { DroppedItem(position: $0, reason: "id is missing") }))
    }
  }
}

extension Page<TestItem> {
  func mapped<Other>(_ item: (Int) -> Other) -> Page<Other> {
    var page = Page<Other>(items: items.map { item($0.id) }, number: number, isLast: isLast, dropped: dropped)
    page.nextCursor = nextCursor
    page.previousCursor = previousCursor
    return page
  }
}

extension Heard {
  init(_ update: ListUpdate) {
    switch update {
    case .insert(let indexPaths): self = .insert(indexPaths.map { [$0.section, $0.item] })
    case .reload(let position): self = .reload(position: position)
    case .batch(let batch): self = .batch(batch)
    }
  }
}

extension ModelState {
  init(_ state: LoadState) {
    (refresh, append, prepend) = (Phase(state.refresh), Phase(state.append), Phase(state.prepend))
    (generation, repeats, unreadable) = (state.generation, state.repeats, state.unreadable)
  }
}

extension ModelRow {
  /// The row of a state; nil for an item and a placeholder.
  init?(_ row: Row<some Any>) {
    switch row {
    case .item, .placeholder: return nil
    case .loading(let page): self = .loading(page)
    case .failed(let page, let error): self = .failed(page, ModelFailure(error))
    case .empty: self = .empty
    case .finished: self = .finished
    }
  }
}

extension ModelState.Phase {
  fileprivate init(_ phase: LoadState.Phase) {
    switch phase {
    case .idle: self = .idle
    case .finished: self = .finished
    case .loading(let page): self = .loading(page)
    case .failed(let page, let error): self = .failed(page, ModelFailure(error))
    }
  }
}

extension ModelFailure {
  fileprivate init(_ error: LoadError) {
    switch error {
    case .service: self = .refused
    case .wrongPage: self = .wrongPage
    case .timedOut: self = .timedOut
    case .repeatedCursor: self = .repeatedCursor
    case .expiredCursor: self = .expiredCursor
    case .nothingNew(let pages): self = .nothingNew(pages)
    case .nothingShown(let pages): self = .nothingShown(pages)
    }
  }
}

extension LoadStep {
  init(_ trace: LoadTrace<some Hashable & Sendable>, section: Int) {
    (self.section, load, page) = (section, trace.load, trace.page)
    phase =
      switch trace.phase {
      case .refresh: .first
      case .append: .next
      case .prepend: .previous
      }
    kind =
      switch trace.step {
      case .asked: .asked
      case .started: .started
      case .answered: .answered
      case .applied: .applied
      case .ended(.loaded): .loaded
      case .ended(.failed): .failed
      case .ended(.cancelled): .cancelled
      }
  }
}
