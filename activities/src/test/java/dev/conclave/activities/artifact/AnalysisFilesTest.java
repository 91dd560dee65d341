package dev.conclave.activities.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.Records;
import dev.conclave.workflows.analyze.AnalysisTask;
import dev.conclave.workflows.analyze.AnalysisTask.DiscussionType;
import dev.conclave.workflows.analyze.AnalysisTask.ExecMode;
import dev.conclave.workflows.analyze.AnalysisTask.Status;
import dev.conclave.workflows.analyze.AnalysisTask.TaskRole;
import dev.conclave.workflows.analyze.AnalyzeState;
import dev.conclave.workflows.analyze.Discoveries.Discovery;
import dev.conclave.workflows.analyze.Discoveries.DiscoveryType;
import dev.conclave.workflows.analyze.TaskTable;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.text.WireMapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnalysisFilesTest {

  private static String page(AnalyzeState state) {
    return new AnalysisFiles(state).context();
  }

  @Test
  void the_page_reports_everything_once() {
    assertThat(page(Analyses.complete()))
        .isEqualTo(
            """
            # Analysis: Should the limiter keep its counters in Redis?

            **Topic**

            > Should the limiter keep its counters in Redis?
            > We pay for it.

            Move the counters to Redis once there is a second node.

            - **Session**: uan-limiter-20260301
            - **Mode**: standard; **Complexity**: 5 of 10
            - **Perspectives**: technical, business
            - **Dimensions**: performance, decision
            - **Written**: 2026-03-01T09:30:00Z

            ## Conclusions

            1. Redis is needed with a second node (confidence high)
               - Evidence: src/limit.ts:12
               - Supported by (according to the synthesizer): technical, business

            ## Recommendations

            - **High**: Move the counters — They are lost (confidence medium)
            - **Medium**: Tell users
            - **Low**: Measure first

            ## Your decisions

            - Who pays? — the platform team

            ## Open questions

            - C1: Is Redis worth it now? (Yes, at once | Not yet)
            - Who pays?
            - When is the second node due?

            ## Agreements and conflicts across perspectives

            Agreed by all voting perspectives (authors in parentheses):

            - P1: Counters are lost on restart (technical, business) `src/limit.ts:12, src/gone.ts (missing)`

            Not confirmed by all:

            - P2: Redis costs 20 a month (business)

            Said by one perspective only:

            - P3: Latency rises (technical)

            Conflicts:

            - C1: Is Redis worth it now? — open: your decision
              - technical: The map is gone
              - business: Users are reset

            ## Summary

            | | |
            |---|---|
            | Tasks | 7 of 7 tasks completed |
            | Waves | 5 |
            | Discussions | 1 |
            | Discoveries: exploration | 2 |
            | Discoveries: analysis | 1 |
            | Discoveries: pattern | 1 |
            | Discoveries: discussion point | 2 |
            | Discoveries: recommendation | 3 |
            | Discoveries: conclusion | 1 |
            | Malformed discoveries (ignored) | 1 |
            | Agreements | 1 |
            | Conflicts | 1 |

            ## Waves

            ### Wave 1

            - **EXPLORE-001** Explore: technical — Findings of EXPLORE-001
            - **EXPLORE-002** Explore: business — Findings of EXPLORE-002

            ### Wave 2

            - **ANALYZE-001** Analyze: technical — Findings of ANALYZE-001
            - **ANALYZE-002** Analyze: business — Findings of ANALYZE-002

            ### Wave 3

            - **DISCUSS-001** Discuss, round 1 — Both agree on the loss

            ### Wave 4

            - **FEEDBACK-001** Human feedback, round 1 — done

            ### Wave 5

            - **SYNTH-001** Conclude — see the top of this page

            ## Discoveries

            ### Explorations

            Noted before the analyses, without votes; agreed points take precedence.

            - `src/limit.ts` (technical): Counts calls in a `Map` — high [Facade, Singleton]
            - `docs/cost.md` (business)

            ### Patterns

            - Facade (structural): One way in `src/limit.ts`
            """);
  }

  @Test
  void a_humans_question_is_shown_with_everything_found_for_it() {
    AnalysisTask asks = Analyses.feedback();
    AnalysisTask answers =
        Records.with(
            asks,
            Map.of(
                "id", "ANALYZE-001",
                "role", TaskRole.ANALYST,
                "status", Status.COMPLETED,
                "exec_mode", ExecMode.CSV_WAVE,
                "discussion_round", 2,
                "discussion_type", DiscussionType.DIRECTION_ADJUSTED));
    TaskTable table = new TaskTable(List.of(asks, answers));

    assertThat(page(Analyses.complete(table)))
        .contains(
            "## Your questions\n\n- cost\n  - Counters are lost on restart `The map is never saved`\n");
  }

  @Test
  void a_discovery_disputed_by_an_analysis_says_so() {
    Discovery against =
        Discovery.of(
            Analyses.AT,
            "ANALYZE-002",
            DiscoveryType.ANALYSIS,
            Sessions.json(
                "{\"perspective\": \"business\", \"insight\": \"D1 is wrong: it counts bytes\", \"evidence\": \"src/limit.ts:9\"}"));
    AnalyzeState state =
        Records.with(
            Analyses.complete(),
            Map.of("discoveries", Analyses.discovered().plus(List.of(against))));

    assertThat(page(state))
        .contains(
            "- `src/limit.ts` (technical): Counts calls in a `Map` — high [Facade, Singleton]\n"
                + "  - **Disputed** by business: it counts bytes (src/limit.ts:9)\n"
                + "- `docs/cost.md` (business)\n");
    assertThat(new AnalysisFiles(state).insight(against))
        .isEqualTo(
            "EXPLORE-001's claim \"file: src/limit.ts; summary: Counts calls in a `Map`\" is wrong: it counts bytes");
  }

  @Test
  void an_open_conflict_shows_its_sides_before_any_vote() throws Exception {
    ObjectNode told = WireMapper.get().valueToTree(Analyses.complete());
    ObjectNode conflict = (ObjectNode) told.at("/last/ledger/conflicts/0");
    conflict.putArray("shown");
    conflict.putArray("votes");

    assertThat(page(WireMapper.get().treeToValue(told, AnalyzeState.class)))
        .contains(
            "Conflicts:\n\n- C1: Is Redis worth it now? — open", "  - technical: The map is gone")
        .contains("| Conflicts | 1 |");
  }

  @Test
  void empty_sections_are_omitted() {
    assertThat(page(Analyses.empty()))
        .isEqualTo(
            """
            # Analysis: Limits

            - **Session**: uan-limiter-20260301
            - **Mode**: standard; **Complexity**: 5 of 10
            - **Perspectives**: technical, business
            - **Dimensions**: performance, decision
            - **Written**: 2026-03-01T09:30:00Z

            ## Summary

            | | |
            |---|---|
            | Tasks | 0 of 7 tasks completed, 2 failed, 5 skipped |
            | Waves | 5 |

            ## Waves

            ### Wave 1

            - **EXPLORE-001** Explore: technical — failed: timed out
            - **EXPLORE-002** Explore: business — failed: timed out

            ### Wave 2

            - **ANALYZE-001** Analyze: technical — skipped: EXPLORE-001 failed: timed out
            - **ANALYZE-002** Analyze: business — skipped: EXPLORE-002 failed: timed out

            ### Wave 3

            - **DISCUSS-001** Discuss, round 1 — skipped: EXPLORE-001 failed: timed out

            ### Wave 4

            - **FEEDBACK-001** Human feedback, round 1 — skipped: EXPLORE-001 failed: timed out

            ### Wave 5

            - **SYNTH-001** Conclude — skipped: EXPLORE-001 failed: timed out
            """);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "# Heading",
        "one\n\n## Heading\n\n- item",
        "```\ncode",
        "<script>alert(1)</script>",
        "> quote",
        "1. one"
      })
  void agent_text_cannot_change_the_structure_of_the_page(String text) {
    List<String> plain = structure(page(Analyses.saying("plain words")));
    assertThat(structure(page(Analyses.saying(text)))).isEqualTo(plain);
    assertThat(page(Analyses.saying(text)).replaceAll("`[^`]*`", "")).doesNotContain("<script");
  }

  /** Returns the type of each line: heading, item, row, fence or paragraph. */
  private static List<String> structure(String page) {
    return page.lines()
        .filter(line -> !line.startsWith("# ") && !line.startsWith("> ") && !line.equals(">"))
        .map(line -> line.replaceFirst("^( *(?:#+|- |\\d+\\.|\\||```|~~~|>|<)|)(.*)$", "$1"))
        .toList();
  }

  @Test
  void an_answer_is_stored_with_its_task_and_time() {
    assertThat(AnalysisFiles.interactive(Analyses.FEEDBACK).toString().replace('"', '\''))
        .isEqualTo(
            "{'task_id':'FEEDBACK-001','status':'completed','discussion_round':1,"
                + "'feedback':'adjust: cost','timestamp':'2026-03-01T09:30:00Z'}");
    Rendering files = new Rendering(new SecretFilter());
    AnalysisFiles.render(Analyses.complete(), files);
    assertThat(files.files())
        .containsKeys("interactive/FEEDBACK-001-result.json", "context.md", "results.csv");
  }
}
