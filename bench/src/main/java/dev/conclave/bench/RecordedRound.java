package dev.conclave.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.conclave.activities.discussion.LedgerRules;
import dev.conclave.activities.discussion.ReplyParser;
import dev.conclave.activities.discussion.RoundCount;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.DiscussionActivities.CountRequest;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Moderation;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Recorded replies of a round, read with the product's parsers and counted by its rules;
 * bench/README.md describes the folder. The repository is not available, so every citation counts
 * as verified.
 *
 * @param agents in alphabetical order, as are the letters in labels
 */
record RecordedRound(Path folder, List<String> agents, JsonNode labels) {
  private static final String REPLY = ".1.txt";
  private static final Pattern LABEL = Pattern.compile("([A-Z])([csq]?)(\\d+)");
  private static final Pattern ALIAS = Pattern.compile("\\b([A-Z])(?=\\.\\d+\\.[fcsq]\\d)");

  static RecordedRound in(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      List<String> agents =
          files
              .map(file -> String.valueOf(file.getFileName()))
              .filter(name -> name.endsWith(REPLY))
              .map(name -> name.substring(0, name.length() - REPLY.length()))
              .sorted()
              .toList();
      JsonNode labels = new ObjectMapper().readTree(folder.resolve("labels.json").toFile());
      return new RecordedRound(folder, agents, labels);
    }
  }

  /** Returns the ledger with the replies of the first round. */
  Ledger entered() throws IOException {
    return enter(Ledger.EMPTY, 1, replies(REPLY));
  }

  /** Returns the moderator's recorded reply. */
  Optional<Moderation> moderation() throws IOException {
    Path reply = folder.resolve("moderator.1.json");
    return Files.exists(reply)
        ? ReplyParser.moderation(named(Files.readString(reply)))
        : Optional.empty();
  }

  /** Returns the first round as a session counted it. */
  Optional<Ledger> ofSession() throws IOException {
    Path synthesis = folder.resolve("synthesis.1.json");
    return Files.exists(synthesis)
        ? Optional.of(
            WireMapper.get()
                .treeToValue(
                    WireMapper.get().readTree(synthesis.toFile()).path("ledger"), Ledger.class))
        : Optional.empty();
  }

  /** Counts the first round. */
  Ledger first(Ledger entered, Optional<Moderation> moderation) throws IOException {
    return count(1, entered, moderation, replies(REPLY));
  }

  /** Returns the ledger after the recorded ballots; unchanged if there are none. */
  Ledger voted(Ledger first) throws IOException {
    List<Analysis> ballots = replies(".ballot.2.json");
    return ballots.isEmpty()
        ? first
        : count(2, enter(first, 2, ballots), Optional.empty(), ballots);
  }

  /** Returns statement ids for labels such as {@code A3} or {@code Bc1}. */
  Set<String> statements(JsonNode list, Ledger ledger) {
    Set<String> ids = new LinkedHashSet<>();
    for (JsonNode label : list) {
      Matcher parts = LABEL.matcher(label.asText());
      String type = parts.matches() ? parts.group(2) : "";
      String id =
          parts.matches()
              ? named(parts.group(1) + ".1." + (type.isEmpty() ? "f" : type) + parts.group(3))
              : label.asText();
      if (!ledger.byId().containsKey(id)) {
        throw new IllegalArgumentException(
            folder.resolve("labels.json") + " names " + label + ", which no reply holds");
      }
      ids.add(id);
    }
    return ids;
  }

  /** Replaces letters with agents: {@code A.1.f3} is a statement of the first agent. */
  private String named(String text) {
    return ALIAS
        .matcher(text)
        .replaceAll(
            alias -> {
              int agent = alias.group(1).charAt(0) - 'A';
              return agent < agents.size() ? agents.get(agent) : alias.group(1);
            });
  }

  private List<Analysis> replies(String suffix) throws IOException {
    List<Analysis> replies = new ArrayList<>();
    for (String agent : agents) {
      Path file = folder.resolve(agent + suffix);
      if (Files.exists(file)) {
        replies.add(ReplyParser.parse(named(Files.readString(file)), agent, "general"));
      }
    }
    return replies;
  }

  private Ledger enter(Ledger ledger, int round, List<Analysis> replies) {
    return LedgerRules.merge(
        ledger, round, replies, runs(), List.of(), file -> OptionalInt.of(Integer.MAX_VALUE));
  }

  private Ledger count(
      int round, Ledger entered, Optional<Moderation> moderation, List<Analysis> replies) {
    CountRequest request =
        WireMapper.get()
            .convertValue(
                Map.of(
                    "round",
                    round,
                    "first_of_direction",
                    round == 1,
                    "max_rounds",
                    2,
                    "rounds_left",
                    2 - round,
                    "moderation_needed",
                    round == 1),
                CountRequest.class);
    return RoundCount.of(request, entered, moderation.orElse(null), replies, agents).ledger();
  }

  /** Returns a run with a receipt per agent, because agents without a receipt have no vote. */
  private List<AgentRun> runs() {
    return agents.stream()
        .map(
            agent ->
                new AgentRun(
                    agent, agent, "answered", Optional.empty(), Optional.of(receipt(agent))))
        .toList();
  }

  private static Receipt receipt(String agent) {
    return new Receipt(
        "recorded",
        agent,
        "recorded",
        Optional.empty(),
        List.of(),
        Optional.empty(),
        "",
        Instant.EPOCH,
        Instant.EPOCH,
        Optional.of(0),
        Optional.empty(),
        1,
        0,
        Optional.empty(),
        0,
        0,
        Optional.empty(),
        "unknown",
        Optional.empty(),
        List.of());
  }
}
