import Foundation
import ViewModels

/// The services below `--base-url`, with their credentials.
struct LiveServices {
  private let address: ServiceAddress
  private let arguments: Arguments
  private let environment: [String: String]

  /// Nil without a base URL.
  init?(_ arguments: Arguments, environment: [String: String]) {
    guard let address = arguments.address else { return nil }
    (self.address, self.arguments, self.environment) = (address, arguments, environment)
  }

  func movies() throws -> LiveMovieService { try configured { try LiveMovieService(address, token: token()) } }
  func series() throws -> LiveSeriesService { try configured { try LiveSeriesService(address, token: token()) } }
  func photos() throws -> LivePhotoService {
    try configured { try LivePhotoService(address, token: token(scheme: .clientID)) }
  }
  func dishes() -> LiveDishService { LiveDishService(address) }

  func webHook() throws -> WebHook {
    try credential(
      "a web hook", file: arguments.webHookFile, option: "--webhook-file", variable: "SLACK_WEBHOOK_URL",
      read: { try WebHook(contentsOf: $0) }, make: { try WebHook($0) })
  }

  private func token(scheme: AccessToken.Scheme = .bearer) throws -> AccessToken {
    try credential(
      "a token", file: arguments.tokenFile, option: "--token-file", variable: "TMDB_TOKEN",
      read: { try AccessToken(contentsOf: $0, scheme: scheme) }, make: { try AccessToken($0, scheme: scheme) })
  }

  private func credential<Credential>(
    _ what: String, file: String?, option: String, variable: String, read: (URL) throws -> Credential,
    make: (String) throws -> Credential
  ) throws -> Credential {
    if let file {
      do { return try read(URL(fileURLWithPath: file)) } catch let error as ServiceError {
        throw FileError(file, ofSecret: option, error.problem)
      }
    }
    guard let text = environment[variable] else {
      throw ArgumentError("--base-url needs \(what) here: \(variable) in the environment, or \(option)")
    }
    do { return try make(text) } catch let error as ServiceError {
      throw ArgumentError("\(variable): \(error.problem)")
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
