package dev.conclave.activities.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.discussion.ReplyBounds;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.temporal.WireMapper;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Fits an analysis into history, whatever it holds: it is paid for. Translations go first, then the
 * ends of lists, at last the ends of lists within lists and of texts; what was left out is noted,
 * and the document keeps all of it.
 */
final class AnalysisBounds {
  /** Most bytes of an analysis as JSON. */
  static final int ANALYSIS_BYTES = 48 << 10;

  /** Most bytes of a plan as JSON. */
  static final int PLAN_BYTES = 64 << 10;

  private static final int WHOLE = Integer.MAX_VALUE;

  /** What others find the analysis by. */
  private static final Set<String> NAMES = Set.of("tool", "perspective");

  /** Each is as large as many findings. */
  private static final Map<String, Integer> MOST = Map.of("implementation_approaches", 5);

  /** The last is so short that it fits even where every character is written as six. */
  private static final List<ReplyBounds> MEASURES =
      List.of(
          new ReplyBounds(60, WHOLE, WHOLE),
          new ReplyBounds(30, WHOLE, WHOLE),
          new ReplyBounds(15, WHOLE, WHOLE),
          new ReplyBounds(8, WHOLE, WHOLE),
          new ReplyBounds(4, WHOLE, WHOLE),
          new ReplyBounds(8, 8, 1000),
          new ReplyBounds(8, 4, 300),
          new ReplyBounds(4, 4, 100),
          new ReplyBounds(2, 2, 40));

  private AnalysisBounds() {}

  /** The analysis within its bound. */
  static Analysis fit(Analysis analysis) {
    Analysis fits = analysis;
    for (int i = 0; i < MEASURES.size() && bytes(fits) > ANALYSIS_BYTES; i++) {
      fits = cut(analysis, MEASURES.get(i));
    }
    return fits;
  }

  static int bytes(Object record) {
    try {
      return WireMapper.get().writeValueAsBytes(record).length;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("records of ours are JSON", e);
    }
  }

  private static Analysis cut(Analysis whole, ReplyBounds measure) {
    ObjectNode tree = WireMapper.get().valueToTree(whole);
    tree.remove("zh");
    for (Map.Entry<String, JsonNode> field : tree.properties()) {
      if (!NAMES.contains(field.getKey())) {
        int entries = Math.min(measure.entries(), MOST.getOrDefault(field.getKey(), WHOLE));
        field.setValue(measure.cut(field.getValue(), entries));
      }
    }
    tree.withArray("parse_notes").add(note(measure, whole.zh().isPresent()));
    try {
      return WireMapper.get().treeToValue(tree, Analysis.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a shorter analysis is an analysis", e);
    }
  }

  private static String note(ReplyBounds measure, boolean translated) {
    return "shortened to fit "
        + ANALYSIS_BYTES / 1024
        + " KiB: lists have at most "
        + measure.entries()
        + " entries here"
        + (measure.characters() == WHOLE
            ? ""
            : ", texts at most " + measure.characters() + " characters")
        + (translated ? ", translations are left out" : "")
        + "; the document has all";
  }
}
