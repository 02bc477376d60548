import SampleService
import ViewModels

extension Scenario {
  /// A search, typed key by key.
  func search() async throws -> Summary {
    let service: any MovieSearchService =
      if let live { try live.movies() } else { sample }
    let viewModel = MovieSearchViewModel(service: service, scheduler: time.scheduler)
    let look = Look<MovieSearchViewModel>(name: \.rawValue, title: { _ in "Results" }, cell: \.title)
    return try await show(viewModel, look, script: { $0.scroll(pages: arguments.pages ?? 3) }) { type(into: viewModel) }
  }

  /// Types a word with a pause in it, whose first answer comes too late or is replaced; a space, which asks nothing new;
  /// and, after clearing the field, another word.
  private func type(into viewModel: MovieSearchViewModel) {
    var random = SeededGenerator(seed: arguments.seed, "typing")
    let words = SampleWords.nouns.shuffled(using: &random).prefix(2).map { $0.lowercased() }
    var typed = 0
    var moment = 0
    for (query, pause) in [
      ("\(words[0].prefix(3))", 450), (words[0], 1_500), (words[0] + " ", 800), ("", 800), (words[1], 1_000),
    ] {
      for length in query.isEmpty ? 0...0 : typed + 1...query.count {
        moment += Int.random(in: 90...200, using: &random)
        time.after(moment, tieBreak: TieBreak.user) {
          log.print(.typed("\(query.prefix(length))"))
          viewModel.query = "\(query.prefix(length))"
        }
      }
      typed = query.count
      moment += pause
    }
    time.after(moment) {}  // the pause after the last key is no work that a run waits for
  }
}
