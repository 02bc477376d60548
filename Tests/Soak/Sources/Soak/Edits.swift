import Foundation
import Reactive
import ViewModels

/// What the user of a screen edits, sends and undoes, and what has to come of it: each edit is made once, here and at the
/// server; each one that is sent ends, and says how; and what the server has deleted stays away.
@MainActor
final class Edits<ViewModel: PagedListViewModel> {
  typealias Item = ViewModel.Element
  typealias List = SectionedList<ViewModel.SectionID, Item>
  typealias Place = ItemID<ViewModel.SectionID, Item.ID>

  /// One edit.
  private final class Deed {
    let token: String
    var runs = 0
    /// What it has taken out, unless the user has put it in again since.
    var removed: Set<Place> = []
    var task: Task<Void, any Error>?
    var hasEnded = false

    init(_ token: String) { self.token = token }
  }

  /// How edits are sent, and what is written into an item.
  struct Service {
    var send: (SentEdit) -> @Sendable () async throws -> Void
    var taken: (_ token: String) -> Int
    /// Whether the server keeps what it is told, so that its pages say so from then on.
    var keeps = false
    var marked: @Sendable (Item, _ token: String) -> Item = { item, _ in item }
    var marks: @MainActor (Item) -> [Substring] = { _ in [] }
  }

  private let tally: Tally
  private let service: Service
  private var deeds: [Deed] = []
  private var drags: [Deed] = []
  private var deleted: Set<Place> = []
  /// How sections are arranged. A section that is taken out and comes back is not.
  var lenses: [ViewModel.SectionID: Lens] = [:]
  /// Items that were taken out, to be put in again.
  private var spares: [Item] = []
  private var known: [ViewModel.SectionID] = []
  private var told = (confirmed: 0, takenBack: 0), ended = (confirmed: 0, takenBack: 0)
  private var token: AnyCancellable?

  init(_ tally: Tally, _ service: Service, of viewModel: ViewModel) {
    (self.tally, self.service) = (tally, service)
    token = viewModel.pages.edits.sink { [weak self] event in
      switch event.step {
      case .made: break
      case .confirmed: self?.told.confirmed += 1
      case .takenBack: self?.told.takenBack += 1
      }
    }
  }

  // MARK: - What the user does

  func make(_ edit: Edit, isSent: Bool, in viewModel: ViewModel) {
    known += viewModel.sections.filter { !known.contains($0) }
    guard !known.isEmpty, !isSent || edit.isOfItems else { return }
    let deed = newDeed()
    let seen = SeenList(
      list: viewModel.pages.items, seen: known.map { ($0, viewModel.items(in: $0)) }, token: deed.token, spares: spares,
      marked: service.marked)
    let change: @MainActor (inout List) -> Void = { [weak self] list in
      deed.runs += 1
      guard let self else { return }
      let before = tally.aside { places(in: list) }
      var editable = seen
      editable.list = list
      edit.apply(to: &editable, pool: seen.seen.count)
      list = editable.list
      for section in editable.removedSections {
        lenses[section] = nil
        // What comes in its place is another section, whose pages may be older than an edit that was being sent.
        for deed in deeds where !deed.hasEnded { deed.removed = deed.removed.filter { $0.section != section } }
      }
      tally.aside { note(deed, from: before, to: places(in: list), seen) }
    }
    deeds.append(deed)
    guard isSent else { return viewModel.pages.edit(change) }
    var draft = seen
    edit.apply(to: &draft, pool: seen.seen.count)
    let removed = places(in: seen.list).subtracting(places(in: draft.list))
    let sent = SentEdit(token: deed.token, removed: words(removed), marked: words(draft.changed))
    expect(deed, viewModel.pages.edit(change, sending: service.send(sent)))
  }

  func undo(_ number: Int) {
    let open = (deeds + drags).filter { $0.task != nil && !$0.hasEnded }
    guard !open.isEmpty else { return }
    tally.undone += 1
    open[number % open.count].task?.cancel()
  }

  /// A view has moved an item.
  func drag(_ source: IndexPath, to destination: IndexPath, in viewModel: ViewModel, by view: SoakView, isSent: Bool) {
    guard isSent else { return viewModel.pages.moveItem(at: source, to: destination, madeBy: view) }
    let deed = newDeed()
    guard
      let task = viewModel.pages.moveItem(
        at: source, to: destination, madeBy: view, sending: service.send(SentEdit(token: deed.token)))
    else { return }
    drags.append(deed)
    expect(deed, task)
  }

  private func newDeed() -> Deed {
    EditTokens.last += 1
    return Deed("e\(EditTokens.last)")
  }

  private func expect(_ deed: Deed, _ task: Task<Void, any Error>) {
    deed.task = task
    tally.sent += 1
    Task {
      let result = await task.result
      deed.hasEnded = true
      let taken = service.taken(deed.token)
      switch result {
      case .success:
        ended.confirmed += 1
        deleted.formUnion(deed.removed)
        if service.keeps { tally.deleted += deed.removed.count }
        tally.check(.twice, taken == 1, "\(deed.token) was confirmed, and the server has taken it \(taken) times")
      case .failure:
        ended.takenBack += 1
        tally.check(.twice, taken <= 1, "the server has taken \(deed.token) \(taken) times")
      }
    }
  }

  private func places(in list: List) -> Set<Place> {
    var places: Set<Place> = []
    for section in list.sections {
      for item in list.items(in: section) { places.insert(Place(section: section, id: item.id)) }
    }
    return places
  }

  private func note(_ deed: Deed, from old: Set<Place>, to new: Set<Place>, _ seen: SeenList<ViewModel.SectionID, Item>)
  {
    checkDeleted(old)
    let (gone, come) = (old.subtracting(new), new.subtracting(old))
    deed.removed.formUnion(gone)
    spares += seen.seen.flatMap { section, items in items.filter { gone.contains(Place(section: section, id: $0.id)) } }
    spares = spares.suffix(20)
    deleted.subtract(come)
    for deed in deeds { deed.removed.subtract(come) }
  }

  private func words(_ places: some Sequence<Place>) -> String {
    places.map { "\($0.section)/\($0.id)" }.sorted().joined(separator: ",")
  }

  // MARK: - What has to come of it

  /// At rest: everything has been made, and has ended.
  func check(_ viewModel: ViewModel, _ name: String) async {
    for deed in deeds {
      tally.check(.wishes, deed.runs > 0, "\(name): edit \(deed.token) was never made")
      tally.check(.twice, deed.runs <= 1, "\(name): edit \(deed.token) was made \(deed.runs) times")
    }
    // What a task has ended with is known here a moment later.
    let end = ContinuousClock.now + .seconds(60)
    while (deeds + drags).contains(where: { $0.task != nil && !$0.hasEnded }), .now < end {
      try? await Task.sleep(for: .milliseconds(10))
    }
    tally.check(.wishes, ended == told, "\(name): edits ended \(ended), and it was told of \(told)")
    for deed in deeds + drags where deed.task != nil {
      tally.check(.wishes, deed.hasEnded, "\(name): edit \(deed.token) never ends")
    }
    deeds.removeAll { $0.task == nil || $0.hasEnded }
    drags.removeAll(where: \.hasEnded)
    for section in viewModel.sections {
      let items = viewModel.saved(section).items
      checkDeleted(Set(items.map { Place(section: section, id: $0.id) }))
      for item in items {
        let marks = service.marks(item)
        tally.check(.twice, Set(marks).count == marks.count, "\(name): \(item) was edited twice")
      }
    }
  }

  private func checkDeleted(_ shown: Set<Place>) {
    guard service.keeps else { return }
    let back = deleted.intersection(shown)
    tally.check(.back, back.isEmpty, "\(back) came back, and the server has confirmed that they are deleted")
  }
}

/// Numbers the edits of the run.
@MainActor
private enum EditTokens { static var last = 0 }

/// An edit's way into a list: items are those that the user has seen when it was asked for, by number.
private struct SeenList<SectionID: Hashable & Sendable, Item: Identifiable & Equatable & Sendable>: Editable
where Item.ID: Sendable {
  private static var most: Int { 1 << 20 }
  var list: SectionedList<SectionID, Item>
  let seen: [(section: SectionID, items: SectionedList<SectionID, Item>.Items)]
  let token: String
  let spares: [Item]
  let marked: @Sendable (Item, String) -> Item
  private(set) var changed: [ItemID<SectionID, Item.ID>] = []
  private(set) var removedSections: [SectionID] = []

  init(
    list: SectionedList<SectionID, Item>, seen: [(section: SectionID, items: SectionedList<SectionID, Item>.Items)],
    token: String, spares: [Item], marked: @escaping @Sendable (Item, String) -> Item
  ) {
    (self.list, self.seen, self.token, self.spares, self.marked) = (list, seen, token, spares, marked)
  }

  private func id(_ number: Int) -> Item.ID { seen[number / Self.most].items[number % Self.most].id }
  private func name(_ section: Int) -> SectionID { seen[section].section }

  var sectionIDs: [Int] { list.sections.compactMap { section in seen.firstIndex { $0.section == section } } }
  func ids(in section: Int) -> [Int] { seen[section].items.indices.map { section * Self.most + $0 } }

  mutating func insert(_ rows: [TestItem], at offset: Int, in section: Int) {
    guard !spares.isEmpty else { return }
    list.insert(rows.map { spares[$0.id % spares.count] }, at: offset, in: name(section))
  }
  mutating func remove(_ ids: [Int], from section: Int) { list.remove(ids.map(id), from: name(section)) }
  mutating func update(_ row: TestItem, in section: Int) {
    guard let item = list[name(section), id(row.id)] else { return }
    list.update(marked(item, token), in: name(section))
    changed.append(ItemID(section: name(section), id: item.id))
  }
  mutating func put(_ row: TestItem) {
    guard let item = seen.compactMap({ list[$0.section, id(row.id)] }).first else { return }
    list.put(marked(item, token))
    changed += list.sections.filter { list[$0, item.id] != nil }.map { ItemID(section: $0, id: item.id) }
  }
  mutating func replace(_ id: Int, with row: TestItem) {
    if !spares.isEmpty { list.replace(self.id(id), with: spares[row.id % spares.count]) }
  }
  mutating func move(_ id: Int, from section: Int, to offset: Int, in target: Int) {
    list.move(self.id(id), from: name(section), to: offset, in: name(target))
  }
  mutating func sort(_ section: Int, by salt: Int) {
    list.sort(name(section)) { TestItem(of: $0).id ^ salt < TestItem(of: $1).id ^ salt }
  }
  mutating func removeSection(_ section: Int) {
    removedSections.append(name(section))
    list.removeSection(name(section))
  }
  mutating func insertSection(_ section: Int, at position: Int) { list.insertSections([name(section)], at: position) }
  mutating func moveSection(_ section: Int, to position: Int) { list.moveSection(name(section), to: position) }
}

extension TestItem {
  /// What a ``Lens`` sees of an item of any screen.
  init<Item: Identifiable>(of item: Item) {
    self.init("\(item.id)".utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xffff_ffff })
  }
}
