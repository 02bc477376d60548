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
    (movie.releaseDate, movie.genreIDs, movie.voteAverage, movie.isAdult) = ("1979-05-25", [1, 2], 8.1, false)
    #expect(try roundTrip([movie]))
    #expect(try roundTrip(MovieSection.allCases))
  }

  @Test("dishes: prices are their texts")
  func dishes() throws {
    var dish = Dish(id: "H1", title: "국")
    #expect(try roundTrip(dish))
    (dish.summary, dish.imageDescription, dish.deliveryTypes) = ("hot", "a bowl", ["dawn"])
    (dish.normalPrice, dish.salePrice) = (Price("15,800원"), Price("free"))
    (dish.image, dish.badges) = (URL(string: "https://a.b/c.jpg"), [.event, Dish.Badge(rawValue: "new")])
    #expect(try roundTrip(dish))
    #expect(try roundTrip(DishCategory.allCases))
  }

  @Test("photos: dates to the second")
  func photos() throws {
    var photo = Photo(id: "p")
    #expect(try roundTrip(photo))
    (photo.createdAt, photo.caption, photo.likes) = (Date(timeIntervalSince1970: 1_700_000_000), "a", 3)
    (photo.altDescription, photo.sources.small) = ("b", URL(string: "https://a.b/c"))
    #expect(try roundTrip(photo))
    #expect(try roundTrip([PhotoSection.photos]) && roundTrip(SearchSection.allCases))
  }

  @Test("series, seasons and episodes with their people")
  func series() throws {
    var season = Season(id: 3, number: 1)
    (season.name, season.airDate) = ("Season 1", "2001-01-01")
    var series = Series(id: 7, name: "S", seasons: [season])
    series.voteAverage = 7.5
    #expect(try roundTrip(series) && roundTrip(SeasonID(series: 7, number: 1)))
    var episode = Episode(id: 9, name: "Pilot")
    (episode.kind, episode.number, episode.runtime) = (.finale, 1, 42)
    episode.crew = [CrewMember(personID: 1, name: "Ada", job: "Director")]
    episode.guestStars = [GuestStar(personID: 2, name: "Bo", character: "C")]
    #expect(try roundTrip(episode) && roundTrip(ImageConfiguration.standard))
  }
}
