package dev.conclave.workflows.analyze;

import dev.conclave.workflows.analyze.Discovery.DiscoveryType;
import dev.conclave.workflows.temporal.Bounds;
import dev.conclave.workflows.temporal.Invisible;
import dev.conclave.workflows.temporal.WireMapper;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

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

  private static final Set<DiscoveryType> IN_LEDGER =
      Set.of(DiscoveryType.ANALYSIS, DiscoveryType.DISCUSSION_POINT);

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
      long ofTask = all.stream().filter(one -> one.worker().equals(entry.worker())).count();
      if (entry.key().contains("")) {
        wrong++;
      } else if (!keys.contains(entry.key()) && (then > BYTES || ofTask >= OF_TASK)) {
        over++;
      } else if (keys.add(entry.key())) {
        bytes = then;
        all.add(entry);
      }
    }
    return new Discoveries(all, wrong, over);
  }

  /** The entries of a type. */
  public List<Discovery> of(DiscoveryType type) {
    return entries.stream().filter(entry -> entry.type() == type).toList();
  }

  /** One JSON object a line; characters that are not seen are escaped. */
  public String ndjson() {
    return entries.stream()
        .map(entry -> Invisible.escaped(WireMapper.get().valueToTree(entry).toString()) + "\n")
        .collect(Collectors.joining());
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
