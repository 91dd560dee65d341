package dev.conclave.activities.discussion.ranking;

import dev.conclave.activities.discussion.similarity.Alike;
import dev.conclave.activities.discussion.verification.Proposal;
import dev.conclave.workflows.discussion.SolutionTask;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The tasks of a solution: those of the proposal that has most, then what the others add. Numbered
 * anew as T1, T2 and so on; dependencies follow.
 */
final class TaskMerge {
  private final List<SolutionTask> merged = new ArrayList<>();
  private final Alike alike = Alike.over(List.of());

  private TaskMerge() {}

  static List<SolutionTask> of(List<Proposal> proposals) {
    TaskMerge merge = new TaskMerge();
    proposals.stream()
        .sorted(
            Comparator.comparing((Proposal p) -> -p.approach().tasks().size())
                .thenComparing(Comparator.naturalOrder()))
        .forEach(proposal -> merge.add(proposal.approach().tasks()));
    return List.copyOf(merge.merged);
  }

  private void add(List<SolutionTask> tasks) {
    Map<String, String> ids = new LinkedHashMap<>();
    List<SolutionTask> fresh = new ArrayList<>();
    int next = merged.size() + 1;
    for (SolutionTask task : tasks) {
      String known = known(task);
      if (known.isEmpty()) {
        fresh.add(task);
      }
      ids.putIfAbsent(task.id(), known.isEmpty() ? "T" + next++ : known);
    }
    List<SolutionTask> numbered = new ArrayList<>();
    for (SolutionTask task : fresh) {
      String id = "T" + (merged.size() + numbered.size() + 1);
      List<String> needs =
          task.dependsOn().stream()
              .map(ids::get)
              .filter(Objects::nonNull)
              .filter(n -> !n.equals(id))
              .distinct()
              .toList();
      numbered.add(new SolutionTask(id, task.name(), needs, task.files(), task.keyPoint()));
    }
    merged.addAll(numbered);
  }

  /** The id of a merged task that says the same; empty when none does. */
  private String known(SolutionTask task) {
    return merged.stream()
        .filter(one -> alike.between(one.name(), task.name()) >= Distinct.REPEATED)
        .map(SolutionTask::id)
        .findFirst()
        .orElse("");
  }
}
