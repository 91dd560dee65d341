package dev.conclave.workflows.analyze;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.workflows.temporal.Bounds;
import dev.conclave.workflows.temporal.Invisible;
import dev.conclave.workflows.temporal.WireMapper;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What the tasks of an analysis found, in the order in which it came: it only grows. Of entries
 * with one key the first stays. Immutable.
 *
 * @param malformed how many entries lack what tells them from others
 * @param leftOut how many did not fit: at most {@link #OF_TASK} of a task and {@link #BYTES} in all
 */
public record Discoveries(List<Discovery> entries, int malformed, int leftOut) {
  public static final Discoveries NONE = new Discoveries(List.of(), 0, 0);

  static final int OF_TASK = 50;

  /** Most that is kept, in bytes of its JSON. */
  static final int BYTES = 256 << 10;

  /** Longest {@link #shown}, in characters. */
  static final int SHOWN = 32_000;

  private static final Set<Discovery.DiscoveryType> IN_LEDGER =
      Set.of(Discovery.DiscoveryType.ANALYSIS, Discovery.DiscoveryType.DISCUSSION_POINT);

  public Discoveries {
    entries = List.copyOf(entries);
  }

  /** The same with what a task reported. */
  public Discoveries plus(List<Discovery> reported) {
    List<Discovery> all = new ArrayList<>(entries);
    Set<List<String>> keys = new HashSet<>();
    entries.forEach(entry -> keys.add(entry.key()));
    long bytes = entries.stream().mapToLong(Bounds::bytes).sum();
    int wrong = malformed;
    int over = leftOut;
    for (Discovery entry : reported) {
      long then = bytes + Bounds.bytes(entry);
      if (entry.key().contains("")) {
        wrong++;
      } else if (keys.contains(entry.key())) {
        continue;
      } else if (then > BYTES || of(all, entry.worker()) >= OF_TASK) {
        over++;
      } else {
        bytes = then;
        keys.add(entry.key());
        all.add(entry);
      }
    }
    return new Discoveries(all, wrong, over);
  }

  private static long of(List<Discovery> entries, String worker) {
    return entries.stream().filter(entry -> entry.worker().equals(worker)).count();
  }

  /** The entries of a type. */
  public List<Discovery> of(Discovery.DiscoveryType type) {
    return entries.stream().filter(entry -> entry.type() == type).toList();
  }

  /** One JSON object a line; characters that are not seen are escaped. */
  public String ndjson() {
    StringBuilder lines = new StringBuilder();
    for (Discovery entry : entries) {
      JsonNode json = WireMapper.get().valueToTree(entry);
      lines.append(Invisible.escaped(json.toString())).append('\n');
    }
    return lines.toString();
  }

  /**
   * The discoveries so far for a prompt, a line each. Of more than fit the last ones, whole.
   *
   * @param judged whether a ledger says what became of analyses and discussions, which are left out
   */
  String shown(boolean judged) {
    return TaskTable.lastThatFit(
        entries.stream()
            .filter(entry -> !judged || !IN_LEDGER.contains(entry.type()))
            .map(Discovery::line)
            .toList(),
        SHOWN);
  }
}
