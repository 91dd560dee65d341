package dev.conclave.activities.discussion.similarity;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Stream;

/**
 * What one agent says about one thing, in one sentence or in several; docs/discussion.md, section
 * 4. Which sentences are one voice depends on their common words and places alone, so that an agent
 * that tells a point in parts has one voice in it, whatever it adds to each.
 *
 * @param cores the sentences without the words that their agent alone uses, each once
 */
record Voice(List<Said> said, List<Features> cores) {
  /** Share of common words from which on two sentences of one agent are one voice. */
  static final double ONE_VOICE = 0.75;

  private static final Comparator<Said> SPEAKER =
      Comparator.comparing(Said::agent).thenComparing(Said::own);

  /** Ordered by their speakers and cores: words that one agent alone uses must not break ties. */
  static List<Voice> of(Map<Said, Features> round, CommonWords common) {
    Map<Said, Map<String, Voice>> speakers = new TreeMap<>(SPEAKER);
    round.forEach(
        (said, features) -> {
          Features core = common.in(features);
          speakers
              .computeIfAbsent(said, speaker -> new TreeMap<>())
              .merge(core.toString(), new Voice(List.of(said), List.of(core)), Voice::retold);
        });
    return speakers.values().stream().flatMap(tellings -> voices(tellings.values())).toList();
  }

  private static Stream<Voice> voices(Collection<Voice> tellings) {
    return Clustering.of(
            List.copyOf(tellings), Voice::overlap, ONE_VOICE, ONE_VOICE, (left, right) -> true)
        .stream()
        .map(several -> several.stream().reduce(Voice::with).orElseThrow());
  }

  String agent() {
    return said.get(0).agent();
  }

  /** Whether the agent says it itself, and does not only endorse it. */
  boolean own() {
    return said.get(0).own();
  }

  /** All words and names that count here. */
  Features words() {
    return cores.stream().reduce(Features::with).orElseThrow();
  }

  /** Two voices are as alike as the sentences that come closest. */
  double likeness(Voice other, ToDoubleBiFunction<Features, Features> measure) {
    return cores.stream()
        .flatMapToDouble(
            core -> other.cores.stream().mapToDouble(its -> measure.applyAsDouble(core, its)))
        .max()
        .orElse(0);
  }

  /** The same core once more. */
  private Voice retold(Voice again) {
    return new Voice(joined(said, again.said), cores);
  }

  private Voice with(Voice other) {
    return new Voice(joined(said, other.said), joined(cores, other.cores));
  }

  private double overlap(Voice other) {
    return cores.get(0).overlap(other.cores.get(0));
  }

  private static <T> List<T> joined(List<T> one, List<T> other) {
    List<T> both = new ArrayList<>(one);
    both.addAll(other);
    return List.copyOf(both);
  }
}
