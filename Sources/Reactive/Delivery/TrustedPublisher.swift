/// A publisher that certainly calls its subscriber with one event at a time and releases it at cancel: this package's own,
/// and all upstreams down to a subject, or to an operator that orders events from anywhere, are its own as well.
///
/// It is asked by `sink`, before anyone else has the subscriber. The type of a subscription says less: an app's operator
/// passes on the subscription of a subject, as `map` does, or hands its subscriber to one, and calls it all the same.
@usableFromInline
package protocol TrustedPublisher: Publisher {
  /// Whether what it stands on is trusted.
  var isTrusted: Bool { get }
}

extension TrustedPublisher {
  @usableFromInline package var isTrusted: Bool { true }
}

/// Whether `publisher` is trusted, down to its source.
@usableFromInline
func trusts(_ publisher: some Publisher) -> Bool { (publisher as? any TrustedPublisher)?.isTrusted ?? false }
