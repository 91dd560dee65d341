package dev.conclave.activities.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.Resources;
import dev.conclave.activities.agent.MemoryDocuments;
import dev.conclave.activities.agent.ReplyReader;
import dev.conclave.activities.agent.Requests;
import dev.conclave.activities.discussion.DiscussionActivitiesImpl;
import dev.conclave.activities.discussion.LedgerRules;
import dev.conclave.activities.discussion.SynthesisRecord;
import dev.conclave.activities.discussion.TreeFacts;
import dev.conclave.activities.hostile.HostileReplies;
import dev.conclave.activities.hostile.HostileReplies.Reply;
import dev.conclave.activities.planning.DegradedPlan;
import dev.conclave.activities.planning.PlanChecks;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Moderation;
import dev.conclave.workflows.discussion.PointView;
import dev.conclave.workflows.discussion.Position;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.text.ControlCharacters;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sends every hostile reply through the whole pipeline: redacted, read, bounded, processed by the
 * rules of its round or plan, and written to the session files. The time limit catches hangs; slow
 * code is measured in CPU time, which is independent of other programs.
 */
@Order(2) // slow
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class HostileRepliesTest {
  private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
  private static final Duration MOST_CPU = Duration.ofSeconds(5);
  private static final Path TREE = Sessions.folder("tree");
  private static final PlanState COMPLETE = Sessions.complete();
  private static final TreeFacts FACTS = HostileRepliesTest::lines;
  private static final List<Role> GATHERING =
      List.of(Role.CONTEXT_EXPLORER, Role.CONFLICT_ANALYST, Role.CONFLICT_CLARIFIER);
  private final SecretFilter secrets = new SecretFilter();
  private final MemoryDocuments documents = new MemoryDocuments();
  private final ReplyReader replies =
      new ReplyReader(documents, secrets::redact, Requests::wholeTree);
  private final DiscussionActivitiesImpl rules =
      new DiscussionActivitiesImpl(documents, (workspace, tree) -> HostileRepliesTest::lines);

  static Stream<Reply> analyses() throws IOException {
    return in("analysis");
  }

  static Stream<Reply> moderations() throws IOException {
    // Both readers treat floods alike.
    return Stream.concat(
        in("moderator"), analyses().filter(reply -> !reply.name().startsWith("flood-")));
  }

  static Stream<Reply> plans() throws IOException {
    return in("planner");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("analyses")
  void an_analyst_cannot_break_its_round(Reply reply) throws IOException {
    AskReply read = read(Role.ANALYST, reply.bytes());
    Analysis kept = read.analysis().orElseThrow();
    assertThat(json(kept)).hasSizeLessThanOrEqualTo(48 << 10);
    assertThat(documents.get(read.document())).as("what the rules read").hasSizeLessThan(2 << 20);
    assertThat(read.errors()).hasSizeLessThanOrEqualTo(51).allMatch(e -> e.length() <= 400);

    Analysis analysis = WireMapper.get().readValue(documents.text(read.document()), Analysis.class);
    assertThat(analysis.tool()).as("nobody speaks for another").isEqualTo("gemini");
    assertThat(analysis.perspective()).isIn("security", "fallback-extraction");
    assertThat(analysis.degraded()).isFalse();
    assertThat(analysis.feasibilityScore()).isBetween(0.0, 1.0);
    assertThat(analysis.parseNotes()).doesNotContain("checked by a human");

    Synthesis inHistory =
        soon(() -> round(List.of(analysis, Sessions.reply("qwen")), Optional.empty()));
    SynthesisRecord round = record(inHistory);
    assertThat(round.voters()).isSubsetOf("gemini", "qwen");
    assertThat(round.count().ledger().statements())
        .extracting(Ledger.Statement::agent)
        .isSubsetOf("gemini", "qwen");
    assertThat(round.crossVerification().agreements().stream())
        .flatMap(PointView::positions)
        .extracting(Position::agent)
        .isSubsetOf("gemini", "qwen");
    assertThat(json(inHistory)).hasSizeLessThan(256 << 10);

    PlanState state =
        round.count().solutions().stream()
            .flatMap(
                one ->
                    DegradedPlan.of(round.task(), one, PlanTerms.NONE, FACTS, Language.EN).stream())
            .map(plan -> with(plan, List.of()))
            .findFirst()
            .orElse(COMPLETE);
    requireReadable(state, json(round), "rounds/2/synthesis.json");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("plans")
  void a_planner_cannot_write_outside_or_corrupt_its_files(Reply reply) {
    AskReply read = read(Role.PLANNER, reply.bytes());
    assertThat(read.plan().isPresent() || !read.errors().isEmpty()).isTrue();
    read.plan()
        .ifPresent(
            plan -> {
              assertThat(json(plan)).hasSizeLessThanOrEqualTo(64 << 10);
              List<String> errors =
                  Stream.concat(
                          read.errors().stream(),
                          PlanChecks.check(plan, PlanTerms.NONE, FACTS).stream())
                      .toList();
              if (!plan.tasks().stream().allMatch(HostileRepliesTest::staysInside)) {
                assertThat(errors).anyMatch(error -> error.contains("not a path inside"));
              }
              requireReadable(
                  with(plan, errors), Sessions.resource("synthesis-2.json"), "IMPL_PLAN.md");
            });
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("moderations")
  void a_moderator_cannot_break_its_round_or_speak_for_an_analyst(Reply reply) throws IOException {
    AskReply read = read(Role.MODERATOR, reply.bytes());
    if (read.moderation().isEmpty()) {
      assertThat(read.errors()).isNotEmpty();
      return;
    }
    List<Analysis> analyses = List.of(Sessions.reply("gemini"), Sessions.reply("qwen"));
    Synthesis inHistory = soon(() -> round(analyses, read.moderation()));
    SynthesisRecord round = record(inHistory);

    assertThat(json(inHistory)).hasSizeLessThan(256 << 10);
    assertThat(round.count().ledger().statements())
        .isEqualTo(record(round(analyses, Optional.empty())).count().ledger().statements());
    assertThat(round.count().ledger().points())
        .allSatisfy(
            point ->
                assertThat(point.members())
                    .isNotEmpty()
                    .allMatch(member -> round.count().ledger().byId().containsKey(member)));
    requireReadable(COMPLETE, json(round), "rounds/2/synthesis.json");
  }

  static Stream<Reply> all() throws IOException {
    return Stream.concat(moderations(), plans());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("all")
  void no_agent_can_break_the_gathering_of_a_context(Reply reply) {
    for (Role role : GATHERING) {
      AskReply read = read(role, reply.bytes());

      assertThat(read.structured().isPresent() || !read.errors().isEmpty()).isTrue();
      assertThat(read.errors()).hasSizeLessThanOrEqualTo(51).allMatch(e -> e.length() <= 400);
      read.structured().ifPresent(said -> assertThat(json(said)).hasSizeLessThan(48 << 10));
    }
  }

  private static boolean staysInside(PlanTask task) {
    return task.files().stream()
        .map(file -> file.path())
        .allMatch(path -> TreeFacts.inside(path).filter(path::equals).isPresent());
  }

  private AskReply read(Role role, byte[] reply) {
    Receipt receipt = Requests.receipt(NOON);
    String text = new String(reply, StandardCharsets.UTF_8);
    AskReply read =
        soon(
            () ->
                replies.read(
                    Requests.request("gemini", "/repo", role, 2, ledger(role), Map.of()),
                    text,
                    "security",
                    receipt));
    assertThat(read.receipt()).as("a reply brings no receipt of its own").isEqualTo(receipt);
    return read;
  }

  /** Returns the ledger that a moderator's request needs. */
  private Map<String, DocumentRef> ledger(Role role) {
    return role == Role.MODERATOR
        ? Map.of(LedgerRules.DOCUMENT, documents.put(json(Ledger.EMPTY)))
        : Map.of();
  }

  private static <T> T soon(Supplier<T> work) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    T result = work.get();
    assertThat(Duration.ofNanos(threads.getCurrentThreadCpuTime() - start)).isLessThan(MOST_CPU);
    return result;
  }

  /** Requires every file to have a plain name inside the folder and no hidden characters. */
  private static void requireReadable(PlanState state, byte[] lastRound, String wanted) {
    Rendering rendering =
        Sessions.artifacts(Sessions.documents().with(Sessions.ROUND_2, lastRound))
            .render(state, List.of());
    assertThat(rendering.problems()).isEmpty();
    assertThat(rendering.files()).containsKey(wanted);
    rendering
        .files()
        .forEach(
            (path, content) -> {
              assertThat(path).matches("[A-Za-z0-9._-]{1,210}(/[A-Za-z0-9._-]{1,210}){0,2}");
              assertThat(Path.of(path).normalize()).hasToString(path);
              assertThat(content).hasSizeLessThan(8 << 20);
              String text = new String(content, StandardCharsets.UTF_8);
              assertThat(ControlCharacters.isIn(text)).as(path).isFalse();
              assertThat(text).doesNotContain("ghp_0123456789abcdefABCDEF0123456789abcd");
              if (path.endsWith(".md")) {
                assertThat(text.lines())
                    .noneMatch(line -> line.strip().startsWith("## Decision"))
                    .noneMatch(line -> line.contains("<script") || line.contains("<img"));
              }
            });
  }

  /** Returns the finished session with another plan. */
  private static PlanState with(Plan plan, List<String> errors) {
    ObjectNode state = WireMapper.get().valueToTree(COMPLETE);
    ObjectNode draft = (ObjectNode) state.path("plan");
    draft.set("plan", WireMapper.get().valueToTree(plan));
    draft.set("errors", WireMapper.get().valueToTree(errors));
    return WireMapper.get().convertValue(state, PlanState.class);
  }

  private static OptionalInt lines(String file) {
    return inTree(file).stream().mapToInt(text -> (int) text.lines().count()).findFirst();
  }

  /** Returns a file of the tree; the rules never ask for a path outside. */
  private static Optional<String> inTree(String path) {
    Path file = TREE.resolve(path).normalize();
    assertThat(file.startsWith(TREE)).as(path).isTrue();
    return Files.isRegularFile(file) ? Optional.of(Resources.text(file)) : Optional.empty();
  }

  /** Returns the entered and counted round. */
  private Synthesis round(List<Analysis> said, Optional<Moderation> moderation) {
    return Sessions.discussed(
        documents, rules, 2, Sessions.WORKSPACE, "2".repeat(40), said, moderation);
  }

  private SynthesisRecord record(Synthesis round) throws IOException {
    return WireMapper.get().readValue(documents.text(round.document()), SynthesisRecord.class);
  }

  private static byte[] json(Object record) {
    try {
      return WireMapper.get().writeValueAsBytes(record);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Reply> in(String folder) throws IOException {
    return HostileReplies.in(Resources.path("hostile/replies/" + folder)).stream();
  }
}
