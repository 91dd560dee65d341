package dev.conclave.workflows.temporal;

import dev.conclave.workflows.text.Cut;
import io.temporal.common.SearchAttributeKey;
import java.util.List;

/** The search attributes of a session; a server knows them once they were registered. */
public final class SearchAttributes {

  /** The phase, as a word: {@code awaiting-decision}. */
  public static final SearchAttributeKey<String> PHASE =
      SearchAttributeKey.forKeyword("ConclavePhase");

  public static final SearchAttributeKey<Long> ROUND = SearchAttributeKey.forLong("ConclaveRound");
  public static final SearchAttributeKey<String> AWAITING =
      SearchAttributeKey.forKeyword("ConclaveAwaiting");

  /** The workspace, by hash: {@code Workspace.key()}. */
  public static final SearchAttributeKey<String> REPO =
      SearchAttributeKey.forKeyword("ConclaveRepo");

  /** What people call the session: {@code clock-7f3}. */
  public static final SearchAttributeKey<String> HANDLE =
      SearchAttributeKey.forKeyword("ConclaveHandle");

  private SearchAttributes() {}

  public static List<SearchAttributeKey<?>> all() {
    return List.of(PHASE, ROUND, AWAITING, REPO, HANDLE);
  }

  /** A text as every store keeps it: PostgreSQL keeps no more characters of a keyword. */
  public static String cut(String text) {
    return Cut.head(text, 255);
  }
}
