import Foundation
import ListViewModelsTestSupport
import Testing

@testable import ListEngine
@testable import ViewModels

@Suite("Models are encoded, to be read again")
struct CodableTests {
  private func roundTrip<Value: Codable & Equatable>(_ value: Value) throws -> Bool {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value)) == value
  }

  @Test("movies, with all fields and with none")
  func movies() throws {
    var movie = Movie(id: 1, title: "Alien")
    #expect(try roundTrip(movie))
    (movie.releaseDate, movie.posterPath, movie.voteAverage) = ("1979-05-25", "/a.jpg", 8.1)
    #expect(try roundTrip([movie]))
    #expect(try roundTrip(MovieSection.allCases))
  }

  @Test("dishes: prices are their texts")
  func dishes() throws {
    var dish = Dish(id: "H1", title: "국")
    #expect(try roundTrip(dish))
    dish.summary = "hot"
    (dish.normalPrice, dish.salePrice) = (Price("15,800원"), Price("free"))
    (dish.image, dish.badges) = (URL(string: "https://a.b/c.jpg"), ["이벤트특가", "new"])
    #expect(try roundTrip(dish))
    #expect(try roundTrip(DishCategory.allCases))
  }

  @Test("photos: dates to the second")
  func photos() throws {
    var photo = Photo(id: "p")
    #expect(try roundTrip(photo))
    (photo.createdAt, photo.likes) = (Date(timeIntervalSince1970: 1_700_000_000), 3)
    (photo.altDescription, photo.sources.small) = ("b", URL(string: "https://a.b/c"))
    #expect(try roundTrip(photo))
    #expect(try roundTrip([PhotoSection.photos]) && roundTrip(SearchSection.allCases))
  }

  @Test("series, seasons and episodes")
  func series() throws {
    var season = Season(id: 3, number: 1)
    season.name = "Season 1"
    var series = Series(id: 7, name: "S", seasons: [season])
    series.posterPath = "/p.jpg"
    #expect(try roundTrip(series) && roundTrip(SeasonID(series: 7, number: 1)))
    var episode = Episode(id: 9, name: "Pilot")
    (episode.number, episode.overview) = (1, "It begins.")
    #expect(try roundTrip(episode))
  }
}
