package dev.conclave.activities.artifact;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.api.Change;
import dev.conclave.workflows.api.CheckActivities.CheckRun;
import dev.conclave.workflows.api.ExecutionActivities.TaskChange;
import dev.conclave.workflows.api.ReviewSubject;
import dev.conclave.workflows.discussion.ReviewOutcome;
import dev.conclave.workflows.execute.ExecuteState;
import dev.conclave.workflows.execute.ExecutionReport;
import dev.conclave.workflows.execute.TaskRun;
import dev.conclave.workflows.text.Words;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Renders the files of an execution; see docs/execute.md. */
final class ExecutionFiles {
  private static final String TASKS = "tasks";
  private static final String REPORT = "EXECUTION.md";
  private static final String DIFF = "changes.diff";

  private ExecutionFiles() {}

  static Rendering render(ExecuteState state, DocumentStore documents, Rendering files) {
    for (TaskRun task : state.tasks()) {
      files.add(SessionArtifacts.file(TASKS, task.id()), task(task));
    }
    if (state.base().isPresent()) {
      files.add(REPORT, ExecutionReport.of(state));
    }
    state
        .change()
        .flatMap(change -> documents.find(change.diff(), Change.Diff.class))
        .ifPresent(diff -> files.add(DIFF, diff.text()));
    List<ReviewOutcome> reviews = state.reviews();
    if (!reviews.isEmpty()) {
      Change change = state.subject().map(ReviewSubject::change).orElseThrow();
      int last = reviews.size() - 1;
      ObjectNode review =
          ReviewFiles.review(
              state,
              change,
              ReviewFiles.notShown(change, documents),
              reviews.get(last).withCriteria(state.criteriaSoFar()));
      files.add(
          ArtifactKind.REVIEW,
          ReviewFiles.REVIEW,
          new JsonFields(review).with("earlier", reviews.subList(0, last)).json());
    }
    files.add(SessionArtifacts.SESSION_STATE, SessionStateFile.brief(state));
    return files;
  }

  private static ObjectNode task(TaskRun task) {
    return new JsonFields()
        .with("id", task.id())
        .with("title", task.title())
        .with("status", Words.of(task.status()))
        .with("tries", task.tries())
        .with("agent", task.agent())
        .with("summary", task.summary())
        .with("failure", task.failure())
        .with("hint", task.hint())
        .with("commit", task.commit())
        .with("change", change(task.change()))
        .each("checks", task.checks(), ExecutionFiles::check)
        .with("calls", task.runs())
        .json();
  }

  private static @Nullable ObjectNode change(@Nullable TaskChange change) {
    return change == null ? null : FileSpelling.wire(change).without(List.of("check_tree", "diff"));
  }

  private static ObjectNode check(CheckRun run) {
    return FileSpelling.wire(run).without("output");
  }
}
