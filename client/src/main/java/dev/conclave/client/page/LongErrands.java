package dev.conclave.client.page;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What lines say of work beside the agents' that takes long: the first context of a large
 * repository takes minutes, and a log that says nothing for so long looks dead. Not thread-safe.
 */
final class LongErrands {
  /** Nothing is said of what is over within this, nor more often than once in it. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private Optional<Instant> quietSince = Optional.empty();
  private List<String> said = List.of();

  /** What is to be said now of the errands under way: nothing unless it is news, and took long. */
  List<String> news(List<String> errands, Instant at) {
    if (errands.isEmpty() || quietSince.isEmpty()) {
      quietSince = errands.isEmpty() ? Optional.empty() : Optional.of(at);
      return List.of();
    }
    if (errands.equals(said) || Duration.between(quietSince.get(), at).compareTo(PATIENCE) < 0) {
      return List.of();
    }
    quietSince = Optional.of(at);
    said = List.copyOf(errands);
    return said;
  }
}
