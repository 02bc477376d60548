import ListViewModelsTestSupport
import Reactive

@testable import ListEngine
@testable import ViewModels

extension ListStage {
  func requestsChange(_ call: @escaping @MainActor () -> Void) -> [AnyCancellable] {
    let subjects = [pages.requestsInFlight, desk.open, sectionsDesk.open]
    return subjects.map { $0.receive(on: .main).sink { _ in call() } }
      + (alarms.map { [$0.changes.receive(on: .main).sink { call() }] } ?? [])
  }

  var hasArrived: Bool {
    let inFlight = pages.requestsInFlight.value
    return inFlight == desk.open.value + sectionsDesk.open.value && (alarms?.sleepers.count ?? inFlight) == inFlight
  }

  var requests: [OpenRequest] {
    desk.requests.map { request in
      let page = rules.knowsPages ? request.page : nil
      let made = PageRequest(
        target: .section(request.section.section), page: page, cursor: request.key.cursor,
        loader: request.section.loader)
      return OpenRequest(id: ObjectIdentifier(request), request: made, isCancelled: { request.isCancelled }) {
        [desk, item, failure] answer, text in
        desk.answer(request, answer.page(page).map { $0.mapped { item(TestItem($0, text)) } }.mapError { _ in failure })
      }
    }
      + sectionsDesk.requests.map { request in
        let made = PageRequest(target: .sections, page: rules.knowsPages ? 1 : nil, loader: request.section)
        return OpenRequest(id: ObjectIdentifier(request), request: made, isCancelled: { request.isCancelled }) {
          [sectionsDesk] answer, text in
          sectionsDesk.answer(request, answer.page(nil).map { $0.mapped { TestItem($0, text) } })
        }
      }
  }
}
