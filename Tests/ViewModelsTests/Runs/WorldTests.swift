import ListViewModelsTestSupport
import Testing

@testable import ListEngine
@testable import ViewModels

/// The tools of the random runs: they repeat themselves, are shortened, and can be pasted into a test.
@MainActor
@Suite("The worlds of the random runs", .timeLimit(.minutes(10)))
struct WorldTests {
  @Test("the same steps lead to the same run", arguments: StageKind.allCases)
  func repeats(kind: StageKind) async {
    var generator = StepGenerator(seed: SeededGenerator.seed(for: "repeats \(kind)"))
    // Two answers at once may overtake each other on the executor's threads.
    let steps = generator.run(60).filter { if case .answerBoth = $0 { false } else { true } }
    let first = ListWorld(kind)
    await first.run(steps)
    #expect(first.violation == nil)
    let again = ListWorld(kind)
    await again.run(steps)
    #expect(again.heard == first.heard)
  }

  @Test("a failing list is shortened to what it takes to fail")
  func shortened() async {
    let short = await Shortening.shortest(Array(0..<200), budget: 500) { $0.contains(30) && $0.contains(170) }
    #expect(short == [30, 170])
  }

  @Test("shortening asks no more often than it may")
  func budget() async {
    var asked = 0
    let short = await Shortening.shortest(Array(0..<200), budget: 10) { numbers in
      asked += 1
      return numbers.contains(30) && numbers.contains(170)
    }
    #expect(asked == 10)
    #expect(short.contains(30) && short.contains(170) && short.count < 200)
  }

  @Test("steps are printed as Swift")
  func printed() async {
    let steps: [Step] = [
      .observe(list: 1, .loadStates, times: 2, .user(.edit(list: 0, .insert(0, id: 17, at: 3)))),
      .user(.loadFirst(list: 0, .together)),
      .answer(3, .page(12, 4)),
      .rest,
    ]
    #expect(
      steps.asSwift == """
          .observe(list: 1, .loadStates, times: 2, .user(.edit(list: 0, .insert(0, id: 17, at: 3)))),
          .user(.loadFirst(list: 0, .together)),
          .answer(3, .page(12, 4)),
          .rest,
        """)
    #expect(await ListWorld.run(.list, steps) == nil)
  }

  @Test("what an observer does after a change that it led to counts as done by it, and not by that change's observers")
  func depth() async {
    #expect(
      await ListWorld.run(
        .twoLists,
        [
          .observe(list: 0, .insertions, times: 2, .user(.loadFirst(list: 1, .inOrder))), .user(.showRows(list: 1, 10)),
          .user(.loadFirst(list: 0, .inOrder)),
          .observe(list: 0, .insertions, times: 1, .user(.edit(list: 1, .renewSection(0)))),
        ]) == nil)
    #expect(
      await ListWorld.run(
        .series,
        [
          .user(.edit(list: 1, .insertSection(4, at: 1))),
          .observe(list: 0, .sectionsStates, times: 1, .user(.showRows(list: 1, 10))), .user(.refresh(4)),
          .answer(3, .failure),
          .observe(list: 1, .sectionsStates, times: 1, .hold(list: 0)), .loadSections(list: 0, 2),
        ]) == nil)
  }

  @Test("a view whose animation is dropped after its binding may be left out until the package has heard of it")
  func undecided() async {
    let steps: [Step] = [
      .user(.bind(0)), .loadSections(list: 1, 1), .answer(6, .page(40, 0)), .user(.unbind(0)), .user(.bind(0)),
    ]
    let drop = Step.finishAnimation(0, calls: 0)
    for edit in [Edit.removeSection(2), .insertSection(3, at: 0)] {
      #expect(await ListWorld.run(.twoLists, steps + [drop, .user(.edit(list: 1, edit))]) == nil)
      #expect(await ListWorld.run(.twoLists, steps + [.rest, drop, .user(.edit(list: 1, edit))]) == nil)
    }
  }

  @Test("a loop may begin after changes without an event that a dropped animation held up")
  func loopAfterSilence() async {
    #expect(
      await ListWorld.run(
        .search,
        [
          .user(.showRows(list: 0, 7)), .user(.loadFirst(list: 0, .together)), .user(.bind(0)),
          .track(list: 0, .updates, .beginLoop(list: 0)), .observe(list: 0, .updates, times: 1, .user(.unbind(0))),
          .user(.edit(list: 0, .renewSection(5))),
        ]) == nil)
  }

  @Test("a loop that was cancelled while it had no change is offered none, from that moment on")
  func cancelledLoop() async {
    #expect(
      await ListWorld.run(
        .series,
        [
          .observe(list: 0, .insertions, times: 2, .beginLoop(list: 0)),
          .observe(list: 0, .summaries, times: 2, .cancelLoop(list: 0)),
          .user(.edit(list: 0, .insertSection(2, at: 3))),
          .track(list: 0, .updates, .user(.willDisplay(1, offset: 7))), .user(.edit(list: 0, .insertSection(4, at: 0))),
          .rest,
          .user(.loadFirst(list: 0, .together)), .observe(list: 0, .summaries, times: 2, .user(.showRows(list: 0, 15))),
          .answer(2, .unnumbered(53, 4)), .user(.loadFirst(list: 0, .asTheyCome)),
        ]) == nil)
  }

  @Test("a section that is displayed while the sections are told loads before the others, and holds up none")
  func displayedMeanwhile() async {
    #expect(
      await ListWorld.run(
        .series,
        [
          .observe(list: 0, .updates, times: 1, .user(.willDisplay(2, offset: 10))), .loadSections(list: 1, 5),
          .answer(1, .page(29, 5)),
        ]) == nil)
  }

  @Test("a cell that an observer displays when a wish for the next page is granted may ask for the one after it")
  func displayedTwice() async {
    #expect(
      await ListWorld.run(
        .timedList,
        [
          .observe(list: 1, .loadStates, times: 2, .user(.willDisplay(4, offset: 5))), .seed(4, .page(49, 5), next: 3),
          .user(.refreshAt(4, page: 1, joins: true)), .answer(0, .wrongPage),
          .answer(4, .between(54, 6, previous: 3, next: 2)),
        ]) == nil)
  }

  @Test("a section that an edit empties after it has been put into another order need not go on")
  func emptiedAfterAnOrder() async {
    #expect(
      await ListWorld.run(
        .store,
        [
          .user(.loadFirst(list: 1, .inOrder)), .answer(6, .cursor(4, 2, next: 1)),
          .track(list: 0, .updates, .user(.edit(list: 1, .remove(0, at: 0, count: 2)))), .user(.arrange(3, lens: 2)),
        ]) == nil)
  }

  @Test("a move is told when one before it is over that has changed nothing, and after changes that were empty")
  func moved() async {
    #expect(
      await ListWorld.run(
        .search,
        [
          .user(.bind(1)), .user(.send(list: 1, .insert(0, id: 34, at: 9))),
          .user(.drag(1, from: 5, to: 11, isSent: true)),
          .user(.pause(list: 0)), .finishAnimation(1, calls: 2), .user(.bind(0)),
          .user(.drag(1, from: 10, to: 7, isSent: false)),
        ]) == nil)
    #expect(
      await ListWorld.run(
        .dish,
        [
          .loadSections(list: 1, 3), .answerBoth(5, .cursor(11, 6, next: 3), 3, .last(52, 2)), .user(.bind(2)),
          .answer(0, .partly(49, 2)), .user(.showRows(list: 1, 7)), .answer(4, .page(45, 0)), .user(.bind(1)),
          .finishAnimation(2, calls: 2), .answer(4, .page(20, 6)), .user(.drag(5, from: 7, to: 11, isSent: true)),
          .answer(2, .failure), .seed(1, .page(30, 4), next: 2),
        ]) == nil)
  }

  @Test("a change that tells nobody is over when the next one opens another view first")
  func silentChange() async {
    #expect(
      await ListWorld.run(
        .twoLists,
        [
          .user(.loadFirst(list: 0, .asTheyCome)), .user(.bind(2)),
          .answer(5, .between(38, 2, previous: 3, next: 0)), .user(.bind(0)), .answer(7, .page(17, 2)),
          .setView(2, .forgets), .seed(5, .page(33, 3), next: 3), .user(.showPlaceholders(list: 1, 3)),
        ]) == nil)
  }

  @Test("what is typed when a query is sent is typed at that time")
  func typedMeanwhile() async {
    #expect(
      await ListWorld.run(
        .search,
        [
          .observe(list: 1, .summaries, times: 1, .user(.type(2))), .user(.type(1)), .advance(100),
          .observe(list: 1, .loadStates, times: 1, .user(.loadFirst(list: 0, .together))), .advance(500),
        ]) == nil)
  }

  @Test("a query whose results an observer has replaced is asked for again when it is typed again")
  func replacedSearch() async {
    #expect(
      await ListWorld.run(
        .search,
        [
          .user(.type(3)), .observe(list: 0, .loadStates, times: 1, .user(.refreshFrom(4, loader: 0))), .advance(500),
          .user(.type(3)),
          .user(.refresh(3)), .advance(500),
        ]) == nil)
  }

  @Test("a second seed goes under what a user did while the page after the first one was on its way")
  func secondSeed() async {
    #expect(
      await ListWorld.run(
        .store,
        [
          .observe(list: 1, .insertions, times: 2, .seed(1, .page(33, 2), next: 2)), .user(.fill(1, with: 19)),
          .advance(100),
          .user(.loadNext(3)), .user(.bind(1)), .answer(1, .page(58, 4)), .answer(0, .failure),
          .user(.edit(list: 0, .sort(4, by: 58))),
        ]) == nil)
    #expect(
      await ListWorld.run(
        .photos,
        [
          .user(.fill(0, with: 8)), .seed(5, .page(28, 3), next: 3), .answer(1, .wrongPage),
          .user(.edit(list: 1, .insert(0, id: 43, at: 8))), .seed(1, .page(27, 0), next: 3),
        ]) == nil)
  }

  @Test("a loop that is cancelled by what its body tells lets go in a later turn")
  func loopCancelledByItsBody() async {
    #expect(
      await ListWorld.run(
        .twoLists,
        [
          .user(.edit(list: 1, .insertSection(3, at: 2))), .beginLoop(list: 1), .user(.loadNext(5)),
          .user(.send(list: 1, .sort(2, by: 3))),
          .user(.loadNext(4)), .answer(4, .page(51, 2)), .answer(7, .page(17, 0)),
          .user(.loadFirst(list: 1, .asTheyCome)),
          .answer(5, .page(30, 3)), .observe(list: 1, .summaries, times: 1, .cancelLoop(list: 1)),
          .body(list: 1, .perform(0)), .track(list: 1, .updates, .seed(4, .page(53, 4), next: 2)),
          .body(list: 1, .perform(1)), .answer(4, .page(44, 5)), .body(list: 1, .skip),
        ]) == nil)
  }
}
