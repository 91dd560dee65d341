package dev.conclave.bench;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.activities.document.Folders;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Point.PointState;
import dev.conclave.workflows.discussion.Moderation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares a discussion's results on recorded replies with human labels. */
@Command(
    name = "bench/deliberation",
    mixinStandardHelpOptions = true,
    description = "Measures the discussion on recorded rounds.")
public final class DeliberationBench implements Callable<Integer> {
  @Option(names = "--agent", description = "Moderates now; else the recorded moderation holds.")
  private Optional<String> agent = Optional.empty();

  @Option(names = "--verbose", description = "What differs from the labels, on standard error.")
  private boolean verbose;

  @Parameters(arity = "1..*", paramLabel = "FOLDER", description = "Recorded rounds.")
  private List<Path> folders = List.of();

  public static void main(String[] arguments) {
    System.exit(
        new CommandLine(new DeliberationBench())
            .setExecutionExceptionHandler(
                (failure, command, parsed) -> {
                  System.err.println("bench/deliberation: " + failure.getMessage());
                  return 1;
                })
            .execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    System.out.printf(
        "%-24s %-12s %6s %6s %6s %10s %6s %7s %11s %7s%n",
        "folder",
        "moderator",
        "P",
        "R",
        "F1",
        "conflicts",
        "false",
        "missed",
        "approaches",
        "errors");
    for (Path folder : folders) {
      Path data = Files.createTempDirectory("conclave-bench");
      try {
        measure(RecordedRound.in(folder), new DataFolder(data));
      } finally {
        Folders.delete(data);
      }
    }
    return 0;
  }

  private void measure(RecordedRound round, DataFolder data) throws Exception {
    Ledger entered = round.entered();
    Optional<Moderation> moderation = round.moderation();
    if (agent.isPresent()) {
      String task = round.labels().path("task").asText();
      moderation = Optional.of(new LiveModerator(data).moderate(agent.get(), task, entered));
    }
    Optional<Ledger> session = agent.isPresent() ? Optional.empty() : round.ofSession();
    Ledger first = session.isPresent() ? session.get() : round.first(entered, moderation);
    // Recorded ballots may name entries that a live moderation does not create.
    Ledger last = agent.isPresent() ? first : round.voted(first);
    String moderator =
        agent.orElse(
            session.isPresent() ? "session" : moderation.isPresent() ? "recorded" : "none");
    compare(round, first, last, moderator);
  }

  private void compare(RecordedRound round, Ledger first, Ledger last, String moderator) {
    JsonNode labels = round.labels();

    Set<Set<String>> same = pairs(groups(round, labels.path("same"), first));
    Set<Set<String>> unsure = pairs(groups(round, labels.path("may_be_same"), first));
    Set<Set<String>> found = pairs(first.points().stream().map(Ledger.Point::members).toList());
    Set<Set<String>> right = new HashSet<>(found);
    right.retainAll(same);
    found.removeAll(unsure);
    found.addAll(right);
    double precision = share(right.size(), found.size());
    double recall = share(right.size(), same.size());

    List<List<Set<String>>> conflicts = new ArrayList<>();
    labels.path("conflicts").forEach(one -> conflicts.add(groups(round, one.path("sides"), first)));
    List<List<Set<String>>> claimed =
        first.conflicts().stream()
            .map(one -> one.sides().stream().map(side -> Set.copyOf(side.members())).toList())
            .toList();
    List<List<Set<String>>> wrong =
        claimed.stream().filter(one -> conflicts.stream().noneMatch(c -> meets(c, one))).toList();
    List<List<Set<String>>> missed =
        conflicts.stream().filter(one -> claimed.stream().noneMatch(c -> meets(one, c))).toList();

    List<Set<String>> approaches = groups(round, labels.path("approaches"), first);
    List<Set<String>> grouped =
        first.approaches().stream().map(entry -> Set.copyOf(entry.members())).toList();
    List<Set<String>> apart = approaches.stream().filter(one -> !grouped.contains(one)).toList();

    Set<String> errors = round.statements(labels.path("errors"), first);
    List<String> kept = errors.stream().filter(id -> !caught(last, id)).toList();

    System.out.printf(
        Locale.ROOT,
        "%-24s %-12s %6.3f %6.3f %6.3f %10d %6d %7d %11s %7s%n",
        round.folder().toAbsolutePath().normalize().getFileName(),
        moderator,
        precision,
        recall,
        share(2 * right.size(), found.size() + same.size()),
        claimed.size(),
        wrong.size(),
        missed.size(),
        approaches.size() - apart.size() + "/" + approaches.size(),
        errors.size() - kept.size() + "/" + errors.size());
    if (verbose) {
      found.removeAll(right);
      same.removeAll(right);
      found.forEach(pair -> tell("not the same", pair, first));
      same.forEach(pair -> tell("the same, not found", pair, first));
      wrong.forEach(one -> tell("no conflict", all(one), first));
      missed.forEach(one -> tell("conflict, not found", all(one), first));
      apart.forEach(one -> tell("one approach, not found", one, first));
      kept.forEach(id -> tell("error, neither refuted nor in a conflict", Set.of(id), first));
    }
  }

  private static List<Set<String>> groups(RecordedRound round, JsonNode lists, Ledger ledger) {
    List<Set<String>> groups = new ArrayList<>();
    lists.forEach(list -> groups.add(round.statements(list, ledger)));
    return groups;
  }

  /** Returns all pairs of statements by different agents within a group. */
  private static Set<Set<String>> pairs(List<? extends Collection<String>> groups) {
    Set<Set<String>> pairs = new LinkedHashSet<>();
    for (Collection<String> group : groups) {
      for (String one : group) {
        for (String other : group) {
          if (!agent(one).equals(agent(other))) {
            pairs.add(Set.of(one, other));
          }
        }
      }
    }
    return pairs;
  }

  private static String agent(String id) {
    return id.substring(0, id.lastIndexOf(".1."));
  }

  private static double share(int part, int whole) {
    return whole == 0 ? 1 : (double) part / whole;
  }

  /** Whether each labeled side shares a statement with a different claimed side. */
  private static boolean meets(List<Set<String>> labelled, List<Set<String>> claimed) {
    Set<Set<String>> met = new HashSet<>();
    return labelled.stream()
        .allMatch(
            side ->
                claimed.stream()
                    .anyMatch(other -> side.stream().anyMatch(other::contains) && met.add(other)));
  }

  private static boolean caught(Ledger ledger, String id) {
    return ledger.points(PointState.REFUTED, PointState.WITHDRAWN).stream()
            .anyMatch(point -> point.members().contains(id))
        || ledger.conflicts().stream()
            .anyMatch(one -> one.sides().stream().anyMatch(side -> side.members().contains(id)));
  }

  private static Set<String> all(List<Set<String>> sides) {
    Set<String> all = new LinkedHashSet<>();
    sides.forEach(all::addAll);
    return all;
  }

  private static void tell(String what, Set<String> ids, Ledger ledger) {
    System.err.println(what + ":");
    ledger.statements().stream()
        .filter(said -> ids.contains(said.id()))
        .forEach(said -> System.err.println("  " + said.id() + " " + said.text().en()));
  }
}
