package dev.conclave.client.view;

import dev.conclave.workflows.analyze.AnalyzeState;
import dev.conclave.workflows.analyze.Discoveries;
import dev.conclave.workflows.analyze.Discoveries.Discovery;
import dev.conclave.workflows.analyze.Discoveries.DiscoveryType;
import dev.conclave.workflows.text.Digests;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A discovery with its evidence.
 *
 * @param id the same when others join its list
 * @param confidence empty if it is the same for all of its type
 */
public record DiscoveryView(
    String id,
    String worker,
    String perspective,
    String confidence,
    String priority,
    String headline,
    String detail) {

  /** Returns the discoveries of an analysis by type, results first. */
  public static Map<String, List<DiscoveryView>> of(AnalyzeState state) {
    Map<String, List<DiscoveryView>> discoveries = new LinkedHashMap<>();
    for (DiscoveryType type :
        List.of(
            DiscoveryType.CONCLUSION,
            DiscoveryType.RECOMMENDATION,
            DiscoveryType.DISCUSSION_POINT,
            DiscoveryType.ANALYSIS,
            DiscoveryType.PATTERN,
            DiscoveryType.EXPLORATION)) {
      List<Discovery> found = state.discoveries().of(type);
      // Discussed points are in the ledger.
      boolean discussed = type == DiscoveryType.DISCUSSION_POINT && state.discussionCount() > 0;
      if (!found.isEmpty() && !discussed) {
        boolean rated = Discoveries.differ(found, "confidence");
        discoveries.put(type.word(), found.stream().map(one -> of(one, rated)).toList());
      }
    }
    return discoveries;
  }

  private static DiscoveryView of(Discovery one, boolean rated) {
    List<String> said =
        switch (one.type()) {
          case EXPLORATION -> texts(one, "file", "summary");
          case ANALYSIS -> texts(one, "insight", "evidence", "file_ref");
          case PATTERN -> texts(one, "name", "description", "file");
          case DISCUSSION_POINT -> texts(one, "topic", "convergence", "open_questions");
          case RECOMMENDATION -> texts(one, "action", "rationale");
          case CONCLUSION -> texts(one, "point", "evidence");
        };
    String all = one.worker() + " " + one.type() + " " + String.join("\n", said);
    return new DiscoveryView(
        Digests.sha256(all).substring(0, 12),
        one.worker(),
        one.text("perspective"),
        rated ? one.text("confidence") : "",
        one.text("priority"),
        said.get(0),
        String.join("\n", said.subList(1, said.size())));
  }

  private static List<String> texts(Discovery one, String... fields) {
    return Stream.of(fields).map(one::text).filter(text -> !text.isEmpty()).toList();
  }
}
