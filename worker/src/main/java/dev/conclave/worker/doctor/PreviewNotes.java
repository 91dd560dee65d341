package dev.conclave.worker.doctor;

import dev.conclave.workflows.api.GatheredContext;
import dev.conclave.workflows.api.Tree;
import dev.conclave.workflows.config.AceConfiguration;
import dev.conclave.workflows.config.Configuration;
import java.util.ArrayList;
import java.util.List;

/**
 * What a preview cannot measure, said in sentences.
 *
 * @param sentTo agents that a prompt would leave this host for
 * @param planners agents that may be asked for the plan
 */
record PreviewNotes(
    Configuration configuration,
    Tree tree,
    GatheredContext context,
    List<String> sentTo,
    List<String> planners,
    Estimate estimate) {

  List<String> list() {
    List<String> notes = new ArrayList<>();
    if (sentTo.isEmpty() && !planners.isEmpty()) {
      notes.add(
          "The plan would be asked of %s, with the solution and the map of its files."
              .formatted(planners.get(0)));
    }
    if (!planners.isEmpty()) {
      notes.add(
          "Agents work in a copy of the whole tree (%d files) and may read, and send to their model, any file of it."
              .formatted(tree.files()));
    }
    if (tree.leftOut() > 0) {
      notes.add(
          "%d files are left out of that tree, by size or kind: no agent sees them."
              .formatted(tree.leftOut()));
    }
    configuration
        .search()
        .ace()
        .ifPresent(
            ace ->
                notes.add(
                    "A session also asks the search server %s, which may send source elsewhere; this preview asked our own index alone."
                        .formatted(name(ace))));
    cost(notes);
    notes.addAll(context.notes());
    return notes;
  }

  private void cost(List<String> notes) {
    if (!estimate.unpriced().isEmpty()) {
      notes.add(
          "No price is known for %s: set agents.NAME.model, and that model in prices."
              .formatted(String.join(", ", estimate.unpriced())));
    } else if (!sentTo.isEmpty()) {
      notes.add(
          "The cost is that of all rounds, at the prompt and %,d tokens read and %,d answered in each call; the plan, repairs and stand-ins come on top."
              .formatted(Estimate.TOKENS_READ, Estimate.TOKENS_ANSWERED));
    }
  }

  private static String name(AceConfiguration ace) {
    return ace.url()
        .orElseGet(() -> ace.command().isEmpty() ? "of search.ace" : ace.command().get(0));
  }
}
