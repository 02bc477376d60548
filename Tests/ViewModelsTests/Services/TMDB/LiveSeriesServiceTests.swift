import Foundation
import ListViewModelsServer
import Testing

@testable import ListEngine
@testable import ViewModels

@Suite("TMDB's series", .serialized, .timeLimit(.minutes(10)))
struct LiveSeriesServiceTests {
  @Test("a series, its specials and its seasons are read; a season that cannot be is dropped")
  func series() throws {
    let series = try TMDBSeries.decode(
      Data(
        """
        {"id": 7, "name": "Seven", "overview": "", "poster_path": "/p.jpg", "backdrop_path": null, "seasons": [
         {"id": 71, "season_number": 1, "name": "Season 1", "overview": "O"},
         {"id": 72, "name": "Numberless"}, {"id": 70, "season_number": 0, "name": "Specials", "air_date": null}]}
        """.utf8))
    var specials = Season(id: 70, number: 0)
    specials.name = "Specials"
    var first = Season(id: 71, number: 1)
    first.name = "Season 1"
    var expected = Series(id: 7, name: "Seven", seasons: [specials, first])
    expected.overview = ""
    expected.posterPath = "/p.jpg"
    #expect(series == expected)
  }

  @Test("an episode without a name is dropped and reported; a field that cannot be read costs itself")
  func episodes() throws {
    let page = try TMDBSeries.decodeSeason(
      Data(
        """
        {"season_number": 2, "episodes": [{"id": 1, "name": "One", "episode_number": 1, "overview": "O"}, {"id": 2},
         {"id": 3, "name": "Three", "episode_number": "3"}]}
        """.utf8), number: 2)
    var one = Episode(id: 1, name: "One")
    one.number = 1
    one.overview = "O"
    #expect(
      page
        == Page(
          items: [one, Episode(id: 3, name: "Three")], isLast: true, totalItems: 3,
          dropped: [DroppedItem(position: 1, reason: "name is missing")]))
  }

  @Test("seasons are loaded over real sockets; one that fails says why, and one for another season is unreadable")
  func live() async throws {
    var routes = ServiceRoutes.sample
    routes.season = { _, number in number == 2 ? nil : SampleAnswers.season(number == 3 ? 1 : number) }
    let server = try LoopbackServer(handler: routes.answer)
    defer { server.stop() }
    let service = try LiveSeriesService(
      ServiceAddress(server.address), token: AccessToken("s3cret"), client: URLSessionClient.timeless())
    let series = try await service.series(7)
    #expect(series.seasons.map(\.number) == [0, 1, 2, 3])
    #expect(try await service.episodes(ofSeason: 0, in: 7).items.first?.name != nil)
    await #expect(
      throws: ServiceError(.refused(status: 404, code: 34, reason: "Loopback says no."), host: "127.0.0.1")
    ) { try await service.episodes(ofSeason: 2, in: 7) }
    await #expect(
      throws: ServiceError(.unreadable("season_number is that of another season"), host: "127.0.0.1")
    ) { try await service.episodes(ofSeason: 3, in: 7) }
    await #expect(throws: ServiceError.self) { try await service.series(8) }
  }

  @Test(
    "a real series and its first season are read whole", .enabled(if: SharedData.isPresent, "\(SharedData.absence)"))
  func real() throws {
    let series = try TMDBSeries.decode(SharedData.read("tmdb/tv/tv-1399-details.json"))
    #expect(series.seasons.map(\.number) == Array(0...8))
    let season = try TMDBSeries.decodeSeason(SharedData.read("tmdb/tv/tv-1399-season-1.json"), number: 1)
    #expect(season.items.map(\.number) == Array(1...10) && season.number == nil)
    #expect(season.dropped.isEmpty)
  }
}
