package dev.conclave.activities.discussion.similarity;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The labelled set of finding pairs, by the round they belong to. */
public record LabelledPairs(Map<String, List<Pair>> rounds) {

  /** {@code =} same, {@code !} same and opposed, {@code ~} different. */
  public record Pair(char label, String one, String other) {
    public boolean same() {
      return label != '~';
    }
  }

  /** How many were hit, wrongly hit and missed. */
  public record Hits(int right, int wrong, int missed) {
    public double f1() {
      return 2.0 * right / (2.0 * right + wrong + missed);
    }

    /** How much of what was said holds. */
    public double precision() {
      return (double) right / (right + wrong);
    }

    /** How much of what holds was said. */
    public double recall() {
      return (double) right / (right + missed);
    }

    public static Hits of(List<Pair> pairs, Predicate<Pair> said, Predicate<Pair> holds) {
      int right = 0;
      int wrong = 0;
      int missed = 0;
      for (Pair pair : pairs) {
        boolean is = holds.test(pair);
        boolean hit = said.test(pair);
        right += is && hit ? 1 : 0;
        wrong += !is && hit ? 1 : 0;
        missed += is && !hit ? 1 : 0;
      }
      return new Hits(right, wrong, missed);
    }
  }

  public static LabelledPairs read(String name) {
    Map<String, List<Pair>> rounds = new LinkedHashMap<>();
    String round = "";
    for (String line : text(name).lines().toList()) {
      if (line.startsWith("## ")) {
        round = line;
      } else if (line.matches("[=!~] .+ \\|\\| .+")) {
        String[] texts = line.substring(2).split(" \\|\\| ", 2);
        rounds
            .computeIfAbsent(round, r -> new ArrayList<>())
            .add(new Pair(line.charAt(0), texts[0].strip(), texts[1].strip()));
      }
    }
    return new LabelledPairs(rounds);
  }

  List<Pair> all() {
    return rounds.values().stream().flatMap(List::stream).toList();
  }

  /** The pairs that similarity takes for one thing, each weighed within its round. */
  List<Pair> foundSame() {
    List<Pair> found = new ArrayList<>();
    for (List<Pair> pairs : rounds.values()) {
      List<String> texts = new ArrayList<>();
      pairs.forEach(pair -> texts.addAll(List.of(pair.one(), pair.other())));
      Alike alike = Alike.over(texts);
      pairs.stream().filter(pair -> alike.same(pair.one(), pair.other())).forEach(found::add);
    }
    return found;
  }

  static String text(String name) {
    try (InputStream stream = LabelledPairs.class.getResourceAsStream("/similarity/" + name)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
