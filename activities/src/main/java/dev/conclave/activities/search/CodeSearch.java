package dev.conclave.activities.search;

import dev.conclave.activities.git.GitFailed;
import dev.conclave.activities.search.index.CodeIndex;
import dev.conclave.activities.search.index.IndexFolder;
import dev.conclave.workflows.secret.SecretFilter;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Search without a server or a network, by an embedded index. Thread-safe. */
public final class CodeSearch {
  /** How long a search waits for another process that writes the same index. */
  private static final Duration LOCK_WAIT = Duration.ofSeconds(30);

  private final SecretFilter secrets;

  private CodeSearch(SecretFilter secrets) {
    this.secrets = secrets;
  }

  /** The search on a host that knows no secrets of its own. */
  public static CodeSearch standard() {
    return standard(new SecretFilter());
  }

  /** The search; what is indexed passes the filter. */
  public static CodeSearch standard(SecretFilter secrets) {
    return new CodeSearch(secrets);
  }

  /**
   * Brings the scope's index up to date and opens it; where none can be written, makes one in
   * memory.
   *
   * @throws IOException when the tree itself cannot be read
   */
  public OpenSearch open(SearchScope scope) throws IOException {
    IndexFolder folder = IndexFolder.ofWorkspace(scope.indexFolder(), LOCK_WAIT);
    try {
      CodeIndex index = folder.open(scope.tree(), scope.progress(), secrets::redact);
      return new OpenSearch(index, history(scope), scope.tree(), "lucene", List.of());
    } catch (IOException failed) {
      String why = "no index could be written (" + failed + "); the files were walked instead";
      CodeIndex index = folder.openInMemory(scope.tree(), scope.progress(), secrets::redact);
      return new OpenSearch(index, history(scope), scope.tree(), "walk", List.of(why));
    }
  }

  private History history(SearchScope scope) {
    try {
      return scope
          .git()
          .flatMap(git -> CommitLog.around(git, secrets::redact))
          .map(log -> log.behindHead(scope.indexFolder().resolve("history")))
          .map(History::of)
          .orElseGet(History::none);
    } catch (ApplicationFailure | GitFailed refused) {
      return History.none(); // Git cannot or must not read it; the files can still be searched
    }
  }
}
