package dev.conclave.workflows.analyze;

import dev.conclave.workflows.analyze.AnalysisTask.DiscussionType;
import dev.conclave.workflows.analyze.AnalysisTask.Status;
import dev.conclave.workflows.analyze.AnalyzeState.Feedback;
import dev.conclave.workflows.gate.Answer.Approve;
import dev.conclave.workflows.gate.Answer.Ask;
import dev.conclave.workflows.gate.Answer.Export;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.session.GateLoop;
import dev.conclave.workflows.session.HostCalls;
import dev.conclave.workflows.session.ReplyDocuments;
import dev.conclave.workflows.session.RoundLedger;
import dev.conclave.workflows.session.SessionFolderWriter;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.text.Bounds;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Handles the phases in which the human steers an analysis. */
final class AnalyzeGateHandlers {
  private final AnalyzeState state;
  private final GateLoop gates;
  private final AnalyzeGateContent content;
  private final HostCalls host;
  private final ReplyDocuments documents;
  private final SessionFolderWriter folder;

  AnalyzeGateHandlers(
      AnalyzeState state,
      GateLoop gates,
      HostCalls host,
      ReplyDocuments documents,
      SessionFolderWriter folder) {
    this.state = state;
    this.gates = gates;
    content = new AnalyzeGateContent(state);
    this.host = host;
    this.documents = documents;
    this.folder = folder;
  }

  AnalyzePhase configure() {
    return gates.next(state.phase(), content::configuration, this::configured);
  }

  AnalyzePhase acceptTasks() {
    return gates.next(state.phase(), content::breakdown, this::accepted);
  }

  AnalyzePhase handleFailure() {
    return gates.next(state.phase(), content::failures, this::afterFailure);
  }

  AnalyzePhase discuss() {
    return gates.next(state.phase(), content::discussion, this::discussed);
  }

  AnalyzePhase complete() {
    return gates.next(state.phase(), content::results, this::completed);
  }

  private AnalyzePhase configured(GateAnswer answer) {
    state.configuration =
        Objects.requireNonNull(state.configuration)
            .withUserChoices(answer.as(Approve.class).flatMap(Approve::mode), List.of());
    state.tasks(state.pipeline().tasks());
    return AnalyzePhase.AWAITING_TASKS;
  }

  private AnalyzePhase accepted(GateAnswer answer) {
    if (answer.kind() == AnswerKind.EDIT) {
      state.tasks(TaskTable.parse(answer.text().orElseThrow()).withWaves());
      return AnalyzePhase.AWAITING_TASKS;
    }
    return AnalyzePhase.RUNNING_TASKS;
  }

  private AnalyzePhase afterFailure(GateAnswer answer) {
    if (answer.kind() == AnswerKind.RETRY) {
      state.tasks(state.tasks().retried());
      return AnalyzePhase.RUNNING_TASKS;
    }
    if (answer.kind() == AnswerKind.CONTINUE) {
      if (state.tasks().with(Status.COMPLETED).isEmpty()) {
        return AnalyzePhase.AWAITING_COMPLETION;
      }
      state.tasks(state.pipeline().withSynthesis(state.tasks()));
      return AnalyzePhase.RUNNING_TASKS;
    }
    state.setEnding("tasks failed; to retry: `conclave resume " + state.handle() + "`");
    return AnalyzePhase.SAVED;
  }

  /** Continues the discussion, also of a completed analysis. */
  private AnalyzePhase discussed(GateAnswer answer) {
    if (!answer.answers().isEmpty() && state.last != null) {
      recount();
    }
    Optional<AnalysisTask> feedback =
        state.tasks().next().stream().filter(AnalysisTask::interactive).findFirst();
    feedback.ifPresent(task -> state.tasks(state.tasks().completed(task.id(), words(answer))));
    AnalysisPipeline pipeline = state.pipeline();
    String wish = AnalysisPipeline.wish(answer);
    TaskTable table = state.tasks();
    state.tasks(
        switch (answer.kind()) {
          case DEEPEN -> pipeline.withDiscussion(table, DiscussionType.DEEPEN, wish);
          case ADJUST -> pipeline.withDiscussion(table, DiscussionType.DIRECTION_ADJUSTED, wish);
          case ASK -> pipeline.withDiscussion(table, DiscussionType.SPECIFIC_QUESTIONS, wish);
          default -> feedback.isPresent() ? pipeline.withSynthesis(table) : table;
        });
    // A completed analysis that is continued has no pending feedback task.
    Optional<AnalysisTask> about = feedback.or(() -> state.tasks().next().stream().findFirst());
    int before = feedback.isPresent() ? 0 : 1;
    about.ifPresent(
        task ->
            state.feedback.add(
                new Feedback(
                    task.id(),
                    task.discussionRound() - before,
                    Bounds.shortened(words(answer)),
                    SessionState.now())));
    return AnalyzePhase.RUNNING_TASKS;
  }

  private void recount() {
    int more = state.pipeline().feedbackGates();
    state.last =
        RoundLedger.recount(
            state,
            host,
            documents,
            () -> state.ledgerDocument(documents).orElse(null),
            1 + more,
            more);
  }

  /** Returns the human's text and the answers to questions. */
  private String words(GateAnswer answer) {
    List<String> said = new ArrayList<>(answer.text().stream().toList());
    answer.as(Ask.class).ifPresent(ask -> said.addAll(ask.questions()));
    Decision last = state.decisions().get(state.decisions().size() - 1);
    last.answers().forEach(one -> said.add(one.id() + ": " + one.words()));
    return Words.of(answer.kind()) + (said.isEmpty() ? "" : ": " + String.join("; ", said));
  }

  private AnalyzePhase completed(GateAnswer answer) {
    String where = "kept in its folder";
    if (answer.kind() == AnswerKind.ARCHIVE) {
      state.archived = true;
      where = "moved to the archive";
    } else if (answer.body() instanceof Export export) {
      String target = export.target();
      Optional<String> refused = folder.export(target);
      if (refused.isPresent()) {
        state.note("export to " + target + " failed: " + refused.get());
        return AnalyzePhase.AWAITING_COMPLETION;
      }
      where = "exported to " + target;
    }
    if (state.tasks().tasks().stream().noneMatch(AnalysisTask::concluded)) {
      state.setEnding(
          "the analysis has no conclusion (%s) and was %s; to retry: `conclave resume %s`"
              .formatted(state.tasks().progress(), where, state.handle()));
      return AnalyzePhase.SAVED;
    }
    state.setEnding(
        "the analysis is complete and was %s; to continue: `conclave analyze --continue %s`"
            .formatted(where, state.handle()));
    return AnalyzePhase.COMPLETE;
  }
}
