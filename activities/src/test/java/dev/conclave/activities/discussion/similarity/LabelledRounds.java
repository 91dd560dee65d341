package dev.conclave.activities.discussion.similarity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** The rounds of {@code rounds.txt}: what several agents said, by the points they made. */
public final class LabelledRounds {
  private static final Pattern POINT = Pattern.compile("\\R\\R");

  /** A round with its points, each as its agents put it. */
  public record Round(String title, List<List<Said>> points) {
    /** Everything that was said. */
    public List<Said> said() {
      return points.stream().flatMap(List::stream).toList();
    }

    @Override
    public String toString() {
      return title;
    }
  }

  private LabelledRounds() {}

  /** All rounds. */
  public static List<Round> all() {
    return Arrays.stream(LabelledPairs.text("rounds.txt").split("(?m)^## ", -1))
        .skip(1)
        .map(LabelledRounds::round)
        .toList();
  }

  /** The round of this title. */
  public static Round of(String title) {
    return all().stream().filter(round -> round.title().equals(title)).findFirst().orElseThrow();
  }

  private static Round round(String text) {
    String[] titled = text.split("\\R", 2);
    List<List<Said>> points = new ArrayList<>();
    for (String point : POINT.split(titled[1].strip(), -1)) {
      points.add(point.lines().map(LabelledRounds::said).toList());
    }
    return new Round(titled[0], points);
  }

  private static Said said(String line) {
    String[] parts = line.split(": ", 2);
    return new Said(parts[0], parts[1], true);
  }
}
