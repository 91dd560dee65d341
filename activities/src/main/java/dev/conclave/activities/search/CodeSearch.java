package dev.conclave.activities.search;

import dev.conclave.activities.git.GitFailed;
import dev.conclave.activities.search.index.CodeIndex;
import dev.conclave.activities.search.index.IndexFolder;
import dev.conclave.activities.search.index.RankingWeights;
import dev.conclave.activities.search.source.WalkSearch;
import dev.conclave.workflows.secret.SecretFilter;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Search without a server or a network: the embedded index, and where none can be written a plain
 * walk. Thread-safe.
 */
public final class CodeSearch {
  /** How long a search waits for another process that writes the same index. */
  public static final Duration LOCK_WAIT = Duration.ofSeconds(30);

  private final RankingWeights weights;
  private final Duration lockWait;
  private final UnaryOperator<String> redact;

  /**
   * A search with weights of its own.
   *
   * @param redact takes secrets out of what is indexed
   */
  public CodeSearch(RankingWeights weights, Duration lockWait, UnaryOperator<String> redact) {
    this.weights = weights;
    this.lockWait = lockWait;
    this.redact = redact;
  }

  /** The search as it is meant to be used, on a host that knows no secrets of its own. */
  public static CodeSearch standard() {
    return standard(new SecretFilter());
  }

  /** The search as it is meant to be used; what is indexed passes the filter. */
  public static CodeSearch standard(SecretFilter secrets) {
    return new CodeSearch(RankingWeights.defaults(), LOCK_WAIT, secrets::redact);
  }

  /**
   * Brings the scope's index up to date and opens it; walks when that fails.
   *
   * @throws IOException when the tree itself cannot be read
   */
  public OpenSearch open(SearchScope scope) throws IOException {
    try {
      CodeIndex index =
          IndexFolder.ofWorkspace(scope.indexFolder(), lockWait)
              .open(scope.tree(), scope.progress(), redact);
      return new IndexSearch(index, history(scope), scope.tree(), weights);
    } catch (IOException failed) {
      String why = "no index could be written (" + reason(failed) + "); walked the files instead";
      return WalkSearch.over(scope.tree(), history(scope), weights, List.of(why));
    }
  }

  private History history(SearchScope scope) {
    try {
      return scope
          .git()
          .flatMap(git -> CommitLog.around(git, redact))
          .map(log -> log.behindHead(scope.indexFolder().resolve("history")))
          .map(History::of)
          .orElseGet(History::none);
    } catch (ApplicationFailure | GitFailed refused) {
      return History.none(); // Git cannot or must not read it; the files can still be searched
    }
  }

  private static String reason(IOException failed) {
    String message = failed.getMessage();
    return failed.getClass().getSimpleName() + (message == null ? "" : ": " + message);
  }
}
