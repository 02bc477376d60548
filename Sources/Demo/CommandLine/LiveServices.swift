import Foundation
import ViewModels

/// The services below `--base-url`, with their credentials.
struct LiveServices {
  private let address: ServiceAddress
  private let tokenFile: String?
  private let webHookFile: String?
  private let environment: [String: String]

  /// Nil without a base URL.
  init?(_ arguments: Arguments, environment: [String: String]) {
    guard let address = arguments.services.address else { return nil }
    self.address = address
    tokenFile = arguments.services.tokenFile
    webHookFile = arguments.services.webHookFile
    self.environment = environment
  }

  func movies() throws -> LiveMovieService { try configured { try LiveMovieService(address, token: token()) } }
  func series() throws -> LiveSeriesService { try configured { try LiveSeriesService(address, token: token()) } }
  func photos() throws -> LivePhotoService {
    try configured { try LivePhotoService(address, token: token(scheme: .clientID)) }
  }
  func dishes() -> LiveDishService { LiveDishService(address) }

  func webHook() throws -> WebHook {
    if let webHookFile {
      do {
        return try WebHook(contentsOf: URL(fileURLWithPath: webHookFile))
      } catch let error as ServiceError {
        throw FileError(webHookFile, error.problem)
      }
    }
    let variable = "SLACK_WEBHOOK_URL"
    guard let text = environment[variable] else {
      throw ArgumentError("--base-url needs a web hook here: \(variable) in the environment, or --webhook-file")
    }
    do { return try WebHook(text) } catch let error as ServiceError {
      throw ArgumentError("\(variable): \(error.problem)")
    }
  }

  private func token(scheme: AccessToken.Scheme = .bearer) throws -> AccessToken {
    if let tokenFile {
      do {
        return try AccessToken(contentsOf: URL(fileURLWithPath: tokenFile), scheme: scheme)
      } catch let error as ServiceError {
        throw FileError(tokenFile, error.problem)
      }
    }
    guard let secret = environment["TMDB_TOKEN"] else {
      throw ArgumentError("--base-url needs a token here: TMDB_TOKEN in the environment, or --token-file")
    }
    do {
      return try AccessToken(secret, scheme: scheme)
    } catch let error as ServiceError {
      throw ArgumentError("TMDB_TOKEN: \(error.problem)")
    }
  }

  private func configured<Service>(_ make: () throws -> Service) throws -> Service {
    do { return try make() } catch let error as ServiceError { throw ArgumentError("--base-url: \(error.problem)") }
  }
}

extension ServiceError {
  /// The problem, without a host for configuration errors, which occur before any request.
  var problem: String { if case .badConfiguration(let reason) = kind { reason } else { description } }
}
