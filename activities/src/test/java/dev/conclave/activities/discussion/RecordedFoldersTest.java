package dev.conclave.activities.discussion;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Point.PointState;
import dev.conclave.workflows.discussion.Moderation;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares recorded rounds of capable agents, counted by the rules, with human judgement. {@code
 * bench/deliberation} prints the same figures; see bench/README.md.
 */
class RecordedFoldersTest {
  private static final Path FOLDERS = Path.of("src/test/resources/discussion");
  private static final Pattern ALIAS = Pattern.compile("\\b([A-Z])(?=\\.\\d+\\.[fcsq]\\d)");

  @ParameterizedTest
  @ValueSource(strings = {"flask", "click", "jsoup", "hono", "gin"})
  void statements_are_paired_as_humans_paired_them(String folder) throws IOException {
    Recorded recorded = Recorded.of(folder);
    Set<Set<String>> same = pairs(recorded.groups("same"));
    Set<Set<String>> unsure = pairs(recorded.groups("may_be_same"));
    Set<Set<String>> found =
        pairs(recorded.first().points().stream().map(Ledger.Point::members).toList());
    Set<Set<String>> right = new HashSet<>(found);
    right.retainAll(same);
    found.removeIf(pair -> unsure.contains(pair) && !same.contains(pair));

    assertThat(2.0 * right.size() / (found.size() + same.size())).isGreaterThanOrEqualTo(0.9);
    assertThat(recorded.first().approaches())
        .extracting(entry -> Set.copyOf(entry.members()))
        .containsAll(recorded.groups("approaches"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"flask", "jsoup"})
  void wrong_statements_are_refuted_withdrawn_or_in_a_conflict(String folder) throws IOException {
    Recorded recorded = Recorded.of(folder);
    Ledger voted = recorded.voted();
    Set<String> caught =
        Stream.concat(
                voted.points(PointState.REFUTED, PointState.WITHDRAWN).stream()
                    .map(Ledger.Point::members),
                voted.conflicts().stream()
                    .flatMap(one -> one.sides().stream())
                    .map(Ledger.Side::members))
            .flatMap(List::stream)
            .collect(Collectors.toSet());

    assertThat(recorded.ids(recorded.labels().path("errors"))).isNotEmpty().isSubsetOf(caught);
  }

  private static Set<Set<String>> pairs(Collection<? extends Collection<String>> groups) {
    Set<Set<String>> pairs = new HashSet<>();
    for (Collection<String> group : groups) {
      for (String one : group) {
        group.stream()
            .filter(other -> !other.split("\\.")[0].equals(one.split("\\.")[0]))
            .forEach(other -> pairs.add(Set.of(one, other)));
      }
    }
    return pairs;
  }

  /** A recorded folder; the places its agents cite are not here and count as found. */
  private record Recorded(Path folder, List<String> agents, JsonNode labels) {

    static Recorded of(String name) throws IOException {
      Path folder = FOLDERS.resolve(name);
      try (Stream<Path> files = Files.list(folder)) {
        List<String> agents =
            files
                .map(file -> String.valueOf(file.getFileName()))
                .filter(file -> file.endsWith(".1.txt"))
                .map(file -> file.replace(".1.txt", ""))
                .sorted()
                .toList();
        String labels = Files.readString(folder.resolve("labels.json"));
        return new Recorded(folder, agents, WireMapper.get().readTree(labels));
      }
    }

    Ledger first() throws IOException {
      String reply = named(Files.readString(folder.resolve("moderator.1.json")));
      return count(1, Ledger.EMPTY, replies(".1.txt"), ReplyParser.moderation(reply));
    }

    Ledger voted() throws IOException {
      return count(2, first(), replies(".ballot.2.json"), Optional.empty());
    }

    List<Set<String>> groups(String field) {
      return labels.path(field).valueStream().map(this::ids).toList();
    }

    /**
     * Returns ids: {@code A3} is finding 3 of the first agent, {@code Bc1} concern 1 of the second.
     */
    Set<String> ids(JsonNode labelled) {
      return labelled
          .valueStream()
          .map(label -> label.asText().replaceFirst("^([A-Z])(\\d)", "$1f$2"))
          .map(label -> named(label.replaceFirst("^([A-Z])", "$1.1.")))
          .collect(Collectors.toSet());
    }

    private String named(String text) {
      return ALIAS.matcher(text).replaceAll(found -> agents.get(found.group(1).charAt(0) - 'A'));
    }

    private List<Analysis> replies(String suffix) throws IOException {
      List<Analysis> replies = new ArrayList<>();
      for (String agent : agents) {
        String text = Files.readString(folder.resolve(agent + suffix));
        replies.add(ReplyParser.parse(named(text), agent, "general"));
      }
      return replies;
    }

    private Ledger count(
        int round, Ledger before, List<Analysis> replies, Optional<Moderation> moderation) {
      Ledger entered =
          LedgerRules.merge(
              before,
              round,
              replies,
              agents.stream().map(Analyses::answered).toList(),
              List.of(),
              file -> OptionalInt.of(Integer.MAX_VALUE));
      return Analyses.count(round, 2, entered, moderation, round == 1, replies, agents).ledger();
    }
  }
}
