package dev.conclave.activities.planning;

import dev.conclave.activities.discussion.ReplyEvidence;
import dev.conclave.activities.discussion.TreeFacts;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTask.PlanFile;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.api.PlanningActivities;
import dev.conclave.workflows.api.PlanningActivities.PlanCheck;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.WireMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Applies the rules of plans to the tree on this host. Thread-safe.
 *
 * @param trees opens facts of a workspace's tree, which are closed after each use
 */
public record PlanningActivitiesImpl(
    BiFunction<Workspace, String, TreeFacts> trees, DocumentStore documents)
    implements PlanningActivities {

  @Override
  public PlanCheck check(Plan plan, PlanTerms terms, Workspace workspace, String tree) {
    try (TreeFacts facts = trees.apply(workspace, tree)) {
      Set<String> files =
          plan.tasks().stream()
              .flatMap(task -> task.files().stream())
              .map(PlanFile::path)
              .collect(Collectors.toSet());
      List<String> warnings = new ArrayList<>(PlanChecks.warnings(plan));
      // The plan's files are checked below; these are the citations in its texts.
      warnings.addAll(new ReplyEvidence(facts, files).errors(WireMapper.get().valueToTree(plan)));
      return new PlanCheck(
          PlanChecks.check(plan, terms, facts), documents.putRecord(plan), warnings);
    }
  }

  @Override
  public Optional<Plan> degraded(
      String task,
      Solution solution,
      PlanTerms terms,
      Workspace workspace,
      String tree,
      @Nullable List<String> languages) {
    try (TreeFacts facts = trees.apply(workspace, tree)) {
      // Workers of earlier versions send no languages.
      Language language = languages == null ? Language.EN : Language.of(languages);
      return DegradedPlan.of(task, solution, terms, facts, language);
    }
  }
}
