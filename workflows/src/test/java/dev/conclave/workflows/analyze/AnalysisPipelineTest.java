package dev.conclave.workflows.analyze;

import static dev.conclave.workflows.analyze.Tasks.find;
import static dev.conclave.workflows.analyze.Tasks.outline;
import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.analyze.AnalysisTask.DiscussionType;
import dev.conclave.workflows.analyze.AnalysisTask.ExecMode;
import dev.conclave.workflows.analyze.AnalysisTask.TaskRole;
import dev.conclave.workflows.gate.Answer.AnalysisMode;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.plan.Requests;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnalysisPipelineTest {

  private static AnalysisPipeline pipeline(AnalysisMode mode) {
    return new AnalysisPipeline(
        new TopicConfiguration(List.of("security"), List.of("technical", "domain_expert"), 5, mode)
            .used(List.of()),
        false);
  }

  private static TaskTable deepened(AnalysisPipeline pipeline, TaskTable table) {
    return pipeline.withDiscussion(table, DiscussionType.DEEPEN, "");
  }

  private static TaskTable adjusted(AnalysisPipeline pipeline, TaskTable table, String direction) {
    return pipeline.withDiscussion(table, DiscussionType.DIRECTION_ADJUSTED, direction);
  }

  private static TaskTable asked(AnalysisPipeline pipeline, TaskTable table, List<String> asked) {
    GateAnswer answer =
        Requests.with(GateAnswer.of("g", AnswerKind.ASK), Map.of("questions", asked));
    return pipeline.withDiscussion(
        table, DiscussionType.SPECIFIC_QUESTIONS, AnalysisPipeline.wish(answer));
  }

  /** Returns the table with every task done up to and including this one's wave. */
  private static TaskTable until(TaskTable table, String id) {
    TaskTable run = table;
    while (find(run, id).status() == AnalysisTask.Status.PENDING) {
      for (AnalysisTask task : run.next()) {
        run = run.completed(task.id(), "findings of " + task.id());
      }
    }
    return run;
  }

  @Test
  void quick_explores_generally_analyzes_technically_and_concludes() {
    TaskTable table = pipeline(AnalysisMode.QUICK).tasks();
    assertThat(outline(table))
        .containsExactly(
            "EXPLORE-001 1 []", "ANALYZE-001 2 [EXPLORE-001]", "SYNTH-001 3 [ANALYZE-001]");
    assertThat(table.tasks())
        .extracting(AnalysisTask::perspective)
        .containsExactly("general", "technical", "general");
  }

  @ParameterizedTest
  @CsvSource({"business, general business general", "'business,technical', business technical"})
  void quick_keeps_the_perspectives_that_the_human_named(String named, String seen) {
    List<String> perspectives = List.of(named.split(","));
    TopicConfiguration quick =
        new TopicConfiguration(List.of(), List.of("architectural"), 2, AnalysisMode.STANDARD)
            .withUserChoices(Optional.of(AnalysisMode.QUICK), perspectives)
            .used(perspectives);

    assertThat(new AnalysisPipeline(quick, false).tasks().tasks())
        .extracting(AnalysisTask::perspective)
        .containsSubsequence(seen.split(" "))
        .doesNotContain("architectural");
  }

  @Test
  void standard_has_two_tasks_per_perspective_one_discussion_and_one_feedback() {
    TaskTable table = pipeline(AnalysisMode.STANDARD).tasks();
    assertThat(outline(table))
        .containsExactly(
            "EXPLORE-001 1 []",
            "EXPLORE-002 1 []",
            "ANALYZE-001 2 [EXPLORE-001]",
            "ANALYZE-002 2 [EXPLORE-002]",
            "DISCUSS-001 3 [ANALYZE-001, ANALYZE-002]",
            "FEEDBACK-001 4 [DISCUSS-001]",
            "SYNTH-001 5 [FEEDBACK-001]");
    assertThat(table.tasks())
        .extracting(AnalysisTask::role)
        .containsExactly(
            TaskRole.EXPLORER,
            TaskRole.EXPLORER,
            TaskRole.ANALYST,
            TaskRole.ANALYST,
            TaskRole.DISCUSSANT,
            TaskRole.DISCUSSANT,
            TaskRole.SYNTHESIZER);
    assertThat(table.tasks())
        .filteredOn(task -> task.execMode() == ExecMode.INTERACTIVE)
        .extracting(AnalysisTask::id)
        .containsExactly("FEEDBACK-001");
    assertThat(find(table, "DISCUSS-001").discussionType()).contains(DiscussionType.INITIAL);
    assertThat(find(table, "DISCUSS-001").discussionRound()).isEqualTo(1);
    assertThat(find(table, "SYNTH-001").contextFrom()).containsExactly("all");
  }

  @Test
  void deep_adds_the_synthesis_only_after_the_discussion() {
    TaskTable table = pipeline(AnalysisMode.DEEP).tasks();
    assertThat(outline(table).toList())
        .isEqualTo(outline(pipeline(AnalysisMode.STANDARD).tasks()).limit(6).toList());
    TaskTable done = pipeline(AnalysisMode.DEEP).withSynthesis(until(table, "FEEDBACK-001"));
    assertThat(outline(done)).last().isEqualTo("SYNTH-001 5 [FEEDBACK-001]");
  }

  @Test
  void deeper_adds_another_discussion_of_everything_and_its_feedback() {
    AnalysisPipeline deep = pipeline(AnalysisMode.DEEP);
    TaskTable table = deepened(deep, until(deep.tasks(), "FEEDBACK-001"));
    assertThat(outline(table).skip(6))
        .containsExactly("DISCUSS-002 5 [FEEDBACK-001]", "FEEDBACK-002 6 [DISCUSS-002]");
    AnalysisTask discussion = find(table, "DISCUSS-002");
    assertThat(discussion.discussionType()).contains(DiscussionType.DEEPEN);
    assertThat(discussion.discussionRound()).isEqualTo(2);
    assertThat(table.context(discussion))
        .contains("findings of EXPLORE-001")
        .doesNotContain("ANALYZE-001", "DISCUSS-001", "FEEDBACK-001");
  }

  @Test
  void another_direction_is_analyzed_and_then_discussed() {
    AnalysisPipeline deep = pipeline(AnalysisMode.DEEP);
    TaskTable table = adjusted(deep, until(deep.tasks(), "FEEDBACK-001"), "What of 50% load? %s");
    assertThat(outline(table).skip(6))
        .containsExactly(
            "ANALYZE-fix-1 5 [FEEDBACK-001]",
            "DISCUSS-002 6 [ANALYZE-fix-1]",
            "FEEDBACK-002 7 [DISCUSS-002]");
    assertThat(find(table, "ANALYZE-fix-1").description()).contains("“What of 50% load? %s”");
    assertThat(List.of(find(table, "ANALYZE-fix-1"), find(table, "DISCUSS-002")))
        .allMatch(
            task -> task.discussionType().equals(Optional.of(DiscussionType.DIRECTION_ADJUSTED)));
  }

  @Test
  void questions_are_investigated_and_then_discussed() {
    AnalysisPipeline deep = pipeline(AnalysisMode.DEEP);
    TaskTable deeper = deepened(deep, until(deep.tasks(), "FEEDBACK-001"));
    TaskTable table = asked(deep, until(deeper, "FEEDBACK-002"), List.of("Why?", " Since when? "));
    assertThat(outline(table).skip(8))
        .containsExactly(
            "ANALYZE-fix-2 7 [FEEDBACK-002]",
            "DISCUSS-003 8 [ANALYZE-fix-2]",
            "FEEDBACK-003 9 [DISCUSS-003]");
    assertThat(find(table, "ANALYZE-fix-2").description())
        .contains("1. Why? 2. Since when? Answer");
    assertThat(find(table, "DISCUSS-003").discussionType())
        .contains(DiscussionType.SPECIFIC_QUESTIONS);
  }

  @Test
  void standard_may_deepen_once_and_then_concludes_from_the_last_discussion() {
    AnalysisPipeline standard = pipeline(AnalysisMode.STANDARD);
    TaskTable table = deepened(standard, until(standard.tasks(), "FEEDBACK-001"));
    assertThat(outline(table).skip(6))
        .containsExactly("SYNTH-001 6 [DISCUSS-002]", "DISCUSS-002 5 [FEEDBACK-001]");
  }

  @ParameterizedTest
  @CsvSource({"QUICK, 0", "STANDARD, 1", "DEEP, 5"})
  void a_mode_limits_how_often_the_human_is_asked(AnalysisMode mode, int gates) {
    AnalysisPipeline pipeline = pipeline(mode);
    assertThat(pipeline.feedbackGates()).isEqualTo(gates);
    TaskTable table = pipeline.tasks();
    for (int gate = 1; gate <= gates; gate++) {
      table = deepened(pipeline, until(table, "FEEDBACK-00" + gate));
    }
    assertThat(table.tasks().stream().filter(task -> task.execMode() == ExecMode.INTERACTIVE))
        .hasSize(gates);
    assertThat(table.tasks().stream().filter(task -> task.id().startsWith("DISCUSS")))
        .hasSize(gates == 0 ? 0 : gates + 1);
    String last = gates == 0 ? "ANALYZE-001" : "DISCUSS-00" + (gates + 1);
    assertThat(find(table, "SYNTH-001").deps()).containsExactly(last);
    assertThat(until(table, "SYNTH-001").next()).isEmpty();
  }

  @Test
  void an_analysis_continued_after_its_synthesis_asks_and_concludes_again() {
    AnalysisPipeline standard = pipeline(AnalysisMode.STANDARD);
    TaskTable table = asked(standard, until(standard.tasks(), "SYNTH-001"), List.of("And then?"));
    assertThat(outline(table).skip(7))
        .containsExactly(
            "ANALYZE-fix-1 6 [SYNTH-001]",
            "DISCUSS-002 7 [ANALYZE-fix-1]",
            "FEEDBACK-002 8 [DISCUSS-002]");
    TaskTable done = standard.withSynthesis(until(table, "FEEDBACK-002"));
    assertThat(outline(done)).last().isEqualTo("SYNTH-002 9 [FEEDBACK-002]");
  }

  @Test
  void rows_added_or_removed_by_a_human_do_no_harm() {
    AnalysisPipeline deep = pipeline(AnalysisMode.DEEP);
    TaskTable edited =
        new TaskTable(
                List.of(
                    Tasks.task("ANALYZE-fix-1"),
                    Tasks.task("FEEDBACK-004"),
                    Tasks.task("other", "FEEDBACK-004")))
            .withWaves();
    assertThat(outline(adjusted(deep, edited, "cost")).skip(3))
        .containsExactly(
            "ANALYZE-fix-4 3 [other]",
            "DISCUSS-005 4 [ANALYZE-fix-4]",
            "FEEDBACK-005 5 [DISCUSS-005]");
    assertThat(outline(deep.withSynthesis(edited))).last().isEqualTo("SYNTH-001 3 [other]");
  }

  @Test
  void a_synthesis_waits_for_tasks_a_human_inserted_before_it() {
    AnalysisPipeline standard = pipeline(AnalysisMode.STANDARD);
    List<AnalysisTask> edited = new ArrayList<>(standard.tasks().tasks());
    edited.replaceAll(
        task ->
            task.id().equals("SYNTH-001")
                ? Requests.with(task, Map.of("deps", List.of("more")))
                : task);
    edited.add(Tasks.task("more", "FEEDBACK-001"));
    TaskTable table = until(new TaskTable(edited).withWaves(), "FEEDBACK-001");

    assertThat(outline(standard.withSynthesis(table))).contains("SYNTH-001 6 [FEEDBACK-001, more]");
    assertThat(outline(deepened(standard, table))).contains("SYNTH-001 6 [DISCUSS-002]");
  }

  @Test
  void a_description_gives_instructions_in_the_language_of_the_session() {
    AnalysisTask english = find(pipeline(AnalysisMode.STANDARD).tasks(), "EXPLORE-002");
    assertThat(english.title()).isEqualTo("Explore: domain expert");
    assertThat(english.description())
        .startsWith(
            "Find what the repository contains on the topic, from the perspective of a domain expert (")
        .endsWith(" The topic asks about: security.");
    AnalysisPipeline chinese =
        new AnalysisPipeline(
            new TopicConfiguration(
                List.of(), List.of("business", "legal"), 5, AnalysisMode.STANDARD),
            true);
    assertThat(find(chinese.tasks(), "EXPLORE-001").title()).isEqualTo("探索：业务");
    assertThat(find(chinese.tasks(), "ANALYZE-002").description())
        .startsWith("从legal视角评判")
        .doesNotContain("关注");
    assertThat(find(chinese.tasks(), "DISCUSS-001").title()).isEqualTo("讨论，第 1 轮");
  }

  @ParameterizedTest
  @CsvSource({
    "QUICK, true",
    "STANDARD, true",
    "DEEP, true",
    "QUICK, false",
    "STANDARD, false",
    "DEEP, false"
  })
  void every_task_has_distinct_texts(AnalysisMode mode, boolean chinese) {
    AnalysisPipeline pipeline =
        new AnalysisPipeline(
            new TopicConfiguration(List.of("concept"), TopicConfiguration.PERSPECTIVES, 5, mode),
            chinese);
    TaskTable table =
        deepened(
            pipeline, asked(pipeline, adjusted(pipeline, pipeline.tasks(), "D"), List.of("Q")));
    assertThat(pipeline.withSynthesis(table).tasks())
        .allSatisfy(
            task -> {
              assertThat(task.title()).doesNotContain("%").doesNotContainPattern("[a-z]\\.[a-z]");
              assertThat(task.description()).contains("concept").hasSizeGreaterThan(40);
              assertThat(task.title().codePoints().anyMatch(Character::isIdeographic))
                  .isEqualTo(chinese);
              assertThat(task.description().codePoints().anyMatch(Character::isIdeographic))
                  .isEqualTo(chinese);
            });
  }
}
