package dev.conclave.activities.discussion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.DiscussionActivities.CountRequest;
import dev.conclave.workflows.discussion.DiscussionActivities.MergeRequest;
import dev.conclave.workflows.discussion.DiscussionActivities.MergedReplies;
import dev.conclave.workflows.discussion.DiscussionActivities.RecountRequest;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Conflict;
import dev.conclave.workflows.discussion.Ledger.HumanAnswer;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.Moderation;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.text.WireMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules of a round over stored documents, from replies to the outcome. */
class DiscussionActivitiesTest {
  private static final Workspace WORKSPACE =
      new Workspace(
          "h1",
          "lima",
          "shop-1",
          "/src/shop",
          Optional.empty(),
          "/src/shop/.workflow",
          true,
          Optional.empty());

  @TempDir private Path data;
  private DocumentStore documents;
  private DiscussionActivitiesImpl rules;

  @BeforeEach
  void rules() {
    documents = DocumentStore.in(new DataFolder(data));
    rules = new DiscussionActivitiesImpl(documents, (space, tree) -> file -> OptionalInt.of(100));
  }

  @Test
  void the_largest_outcome_fits_into_history_and_its_document_is_complete() {
    String text = "限流应当在网关层按租户维度进行而不是在服务内部 with \"quotes\" ".repeat(20);
    Optional<DocumentRef> ledger = Optional.empty();
    List<AgentRun> runs = new ArrayList<>();
    Synthesis outcome = null;
    for (int round = 1; round <= 2; round++) {
      List<DocumentRef> analyses = new ArrayList<>();
      for (int agent = 0; agent < 6; agent++) {
        String name = "agent-" + agent;
        runs.add(Analyses.answered(name));
        List<String> findings = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
          findings.add(name + " " + round + "/" + i + " " + text + " [src/a.py:" + (i + 1) + "]");
        }
        analyses.add(
            put(
                Analyses.analysis(
                    name,
                    0.9,
                    findings,
                    List.of(
                        Analyses.approach(
                            "Way " + round + " of " + name,
                            findings.subList(0, 20),
                            findings.subList(20, 40),
                            Level.LOW,
                            Level.LOW,
                            "src/a.py",
                            "src/b.py")),
                    List.of())));
      }
      MergedReplies entered = enter(round, ledger, analyses, runs);
      outcome = rules.count(counting(round, entered, Optional.empty(), analyses, runs));
      ledger = Optional.of(outcome.document());
    }

    assertThat(json(outcome.ledger()).length).isLessThanOrEqualTo(Ledger.BYTES);
    assertThat(json(outcome).length).isLessThan(256 << 10);
    assertThat(outcome.solutions()).hasSize(3);
    assertThat(outcome.ledger().approaches()).isNotEmpty();
    assertThat(documents.text(outcome.document())).contains("agent-5 1/39");
  }

  @Test
  void a_conflict_the_human_settles_is_settled_by_the_recount() {
    List<AgentRun> runs = List.of(Analyses.answered("ada"), Analyses.answered("bert"));
    List<DocumentRef> analyses =
        List.of(
            put(
                Analyses.analysis(
                    "ada",
                    0.9299999999999999,
                    List.of("Limits are per user"),
                    List.of(Analyses.approach("Bucket", "per user", Level.LOW, Level.LOW)),
                    List.of())),
            put(Analyses.analysis("bert", "Limits are per address")));
    MergedReplies entered = enter(1, Optional.empty(), analyses, runs);
    Moderation.Clash clash =
        new Moderation.Clash(
            Optional.empty(),
            LocalizedText.of("Per user or per address?"),
            List.of(
                new Ledger.Side(LocalizedText.of("per user"), List.of("ada.1.f1")),
                new Ledger.Side(LocalizedText.of("per address"), List.of("bert.1.f1"))),
            Conflict.SettledBy.HUMAN,
            "one limit counts one thing");
    Moderation moderation = Analyses.of(Moderation.class, Map.of("conflicts", List.of(clash)));
    Synthesis before =
        rules.count(counting(1, entered, Optional.of(put(moderation)), analyses, runs));

    assertThat(before.questions()).extracting(Ledger.Question::id).containsExactly("C1");
    assertThat(before.solutions())
        .singleElement()
        .returns(List.of("C1"), Solution::openConflicts)
        .returns(Optional.of(0.93), Solution::feasibility);
    Synthesis after =
        rules.recount(
            new RecountRequest(
                before.document(),
                3,
                0,
                List.of(
                    new HumanAnswer("C1", "Per user?", Optional.of(2), "per address", "lena"))));

    Conflict settled = after.ledger().conflicts().get(0);
    assertThat(settled.state()).isEqualTo(Conflict.ConflictState.SETTLED);
    assertThat(settled.how()).contains("lena: per address");
    assertThat(after.questions()).isEmpty();
    assertThat(after.solutions()).singleElement().returns(List.of(), Solution::openConflicts);
    assertThat(after.document()).isNotEqualTo(before.document());
    assertThat(after.crossVerification(List.of("en")).resolution())
        .isEqualTo(
            "Settled: The moderator asks: \"Per user or per address?\": analyst bert: \"Limits are per"
                + " address\" (the moderator: \"per address\") (lena: per address). No open points.");
  }

  @Test
  void one_requested_round_stays_so_after_its_questions_are_answered() {
    List<AgentRun> runs = List.of(Analyses.answered("ada"), Analyses.answered("bert"));
    List<DocumentRef> analyses =
        List.of(put(Analyses.analysis("ada", "a")), put(Analyses.analysis("bert", "b")));
    MergedReplies entered = enter(1, Optional.empty(), analyses, runs);
    CountRequest request = counting(1, entered, Optional.empty(), analyses, runs);
    Synthesis one = rules.count(Analyses.with(request, "max_rounds", 1));

    assertThat(recounted(one, 1)).endsWith(": one round, as requested.");
    assertThat(recounted(one, 3)).doesNotContain("as requested");
  }

  private String recounted(Synthesis round, int maxRounds) {
    RecountRequest request = new RecountRequest(round.document(), maxRounds, 0, List.of());
    return rules.recount(request).convergence().rationale();
  }

  @Test
  void a_recount_uses_what_a_moved_session_still_has_of_its_round() {
    List<AgentRun> runs = List.of(Analyses.answered("ada"), Analyses.answered("bert"));
    List<DocumentRef> analyses =
        List.of(put(Analyses.analysis("ada", "a")), put(Analyses.analysis("bert", "b")));
    MergedReplies entered = enter(1, Optional.empty(), analyses, runs);
    Synthesis known = rules.count(counting(1, entered, Optional.empty(), analyses, runs));

    Synthesis after = rules.recount(new RecountRequest(put(known), 3, 2, List.of()));

    assertThat(after.ledger()).isEqualTo(known.ledger());
    assertThat(after.solutions()).isEqualTo(known.solutions());
    assertThat(after.voters()).isEqualTo(known.voters());
  }

  @Test
  void a_chinese_session_shows_its_agents_chinese_in_every_round() {
    List<AgentRun> runs = List.of(Analyses.answered("ada"), Analyses.answered("bert"));
    String reply =
        """
        {"findings": ["The chain is built in one place"], "feasibility_score": 0.8,
         "implementation_approaches": [
           {"name": "Token bucket", "description": "One bucket a client", "effort": "low",
            "pros": ["No new dependency"]}],
         "zh": {"implementation_approaches": [
           {"name": "令牌桶", "description": "每个客户端一个桶", "pros": ["无需新依赖"]}]}}
        """;
    List<DocumentRef> first = List.of(put(ReplyParser.parse(reply, "ada", "general")));
    MergedReplies entered = enter(1, Optional.empty(), first, runs);
    Synthesis one =
        rules.count(counting(1, entered, Optional.empty(), first, runs, List.of("zh", "en")));
    List<DocumentRef> second = List.of(put(Analyses.analysis("bert", "Limits are per user")));
    MergedReplies next = enter(2, Optional.of(one.document()), second, runs);
    Synthesis two =
        rules.count(counting(2, next, Optional.empty(), second, runs, List.of("zh", "en")));

    assertThat(one.solutions()).extracting(Solution::name).containsExactly("令牌桶");
    assertThat(one.solutions().get(0).pros()).containsExactly("无需新依赖");
    assertThat(two.solutions()).extracting(Solution::name).containsExactly("令牌桶");
    assertThat(two.solutions()).extracting(Solution::description).containsExactly("每个客户端一个桶");
  }

  @Test
  void a_round_without_replies_has_one_manual_analysis_option() {
    MergedReplies entered = enter(1, Optional.empty(), List.of(), List.of());
    Synthesis outcome = rules.count(counting(1, entered, Optional.empty(), List.of(), List.of()));

    assertThat(entered.moderate()).isFalse();
    assertThat(outcome.degraded()).isTrue();
    assertThat(outcome.notCrossVerified()).isTrue();
    assertThat(outcome.solutions())
        .extracting(solution -> solution.name())
        .containsExactly(DiscussionActivitiesImpl.DEGRADED_APPROACH);
    assertThat(outcome.convergence().recommendation()).isEqualTo(Recommendation.CONTINUE);
  }

  private MergedReplies enter(
      int round, Optional<DocumentRef> ledger, List<DocumentRef> analyses, List<AgentRun> runs) {
    return rules.mergeReplies(
        new MergeRequest(
            round,
            WORKSPACE,
            "a".repeat(40),
            ledger,
            Ledger.EMPTY.next(),
            analyses,
            runs,
            List.of()));
  }

  private static CountRequest counting(
      int round,
      MergedReplies entered,
      Optional<DocumentRef> moderation,
      List<DocumentRef> analyses,
      List<AgentRun> runs) {
    return counting(round, entered, moderation, analyses, runs, List.of("en"));
  }

  private static CountRequest counting(
      int round,
      MergedReplies entered,
      Optional<DocumentRef> moderation,
      List<DocumentRef> analyses,
      List<AgentRun> runs,
      List<String> languages) {
    return new CountRequest(
        "MCP-add-rate-limiting-2026-11-21",
        "Add rate limiting",
        round,
        WORKSPACE,
        "a".repeat(40),
        entered.ledger(),
        moderation,
        entered.moderate(),
        analyses,
        runs,
        round == 1,
        3,
        Math.max(0, 3 - round),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        languages,
        Analyses.START,
        null);
  }

  private DocumentRef put(Object record) {
    return documents.put(new String(json(record), StandardCharsets.UTF_8));
  }

  private static byte[] json(Object record) {
    return WireMapper.get().valueToTree(record).toString().getBytes(StandardCharsets.UTF_8);
  }
}
