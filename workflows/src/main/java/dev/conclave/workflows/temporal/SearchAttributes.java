package dev.conclave.workflows.temporal;

import dev.conclave.workflows.text.Cut;
import io.temporal.common.SearchAttributeKey;
import java.util.List;

/** Search attributes of a session; they must be registered on the server. */
public final class SearchAttributes {

  /** The phase, such as {@code awaiting-decision}. */
  public static final SearchAttributeKey<String> PHASE =
      SearchAttributeKey.forKeyword("ConclavePhase");

  public static final SearchAttributeKey<Long> ROUND = SearchAttributeKey.forLong("ConclaveRound");
  public static final SearchAttributeKey<String> AWAITING =
      SearchAttributeKey.forKeyword("ConclaveAwaiting");

  /** Hash of the workspace: {@code Workspace.key()}. */
  public static final SearchAttributeKey<String> REPO =
      SearchAttributeKey.forKeyword("ConclaveRepo");

  /** Short name of the session: {@code clock-7f3}. */
  public static final SearchAttributeKey<String> HANDLE =
      SearchAttributeKey.forKeyword("ConclaveHandle");

  private SearchAttributes() {}

  public static List<SearchAttributeKey<?>> all() {
    return List.of(PHASE, ROUND, AWAITING, REPO, HANDLE);
  }

  /** Truncates to 255 characters, the limit of PostgreSQL for a keyword. */
  public static String cut(String text) {
    return Cut.head(text, 255);
  }
}
