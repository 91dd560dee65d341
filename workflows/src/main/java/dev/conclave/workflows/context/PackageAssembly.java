package dev.conclave.workflows.context;

import dev.conclave.workflows.context.ContextActivities.AssembleRequest;
import dev.conclave.workflows.context.ContextActivities.Assembled;
import dev.conclave.workflows.context.ContextActivities.Edit;
import dev.conclave.workflows.context.Resolution.Exchange;
import dev.conclave.workflows.context.Resolution.ResolutionKind;
import dev.conclave.workflows.session.HostCalls;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.text.Words;
import java.util.List;
import java.util.stream.Stream;

/** Writes the resolutions to planning documents and assembles the package. */
final class PackageAssembly {
  private final ContextState state;
  private final HostCalls host;
  private final ContextFindings findings;

  PackageAssembly(ContextState state, HostCalls host, ContextFindings findings) {
    this.state = state;
    this.host = host;
    this.findings = findings;
  }

  ContextPhase assemble() {
    if (state.assembled != null) {
      host.nameTree(" again"); // use the current workspace
    }
    changeDocuments();
    Assembled assembled =
        findings.rules(
            "assemble the package",
            rules ->
                rules.assemble(
                    new AssembleRequest(
                        state.gathering(),
                        state.angles(),
                        findings.found().intent(),
                        state.gathered().or(() -> host.search(List.of())),
                        findings.explored(),
                        state.resolutions.stream().map(Resolution::withoutModifications).toList(),
                        findings.draftedEdits(),
                        state.answered.stream().map(Exchange::line).toList(),
                        missing(),
                        findings.found().sources(),
                        SessionState.now())));
    state.assembled = assembled;
    state.forgetNotes();
    assembled.notes().forEach(state::note);
    state.setEnding(
        "the context is complete: %s; see context-package.json and planning-notes.md in its folder"
            .formatted(outcome(assembled.files())));
    return ContextPhase.COMPLETE;
  }

  /**
   * Returns everything that is missing; notes shown at an answered gate are gone from the state.
   */
  private List<String> missing() {
    List<String> unanswered =
        state.questions().stream().map(one -> "not answered: " + one.line()).toList();
    return Stream.of(findings.found().notes(), findings.unexplored(), unanswered, state.notes())
        .flatMap(List::stream)
        .distinct()
        .toList();
  }

  private String outcome(int files) {
    int all = state.conflicts.size();
    long left = of(ResolutionKind.UNRESOLVED);
    long byHand = of(ResolutionKind.CUSTOM);
    List<String> changed = findings.draftedEdits().edits().stream().map(Edit::path).toList();
    return Words.counted(files, "file")
        + (all == 0
            ? ""
            : ", %d of %s resolved".formatted(all - left, Words.counted(all, "conflict"))
                + (byHand == 0 ? "" : ", %d of them manually".formatted(byHand)))
        + (changed.isEmpty() ? "" : "; changed " + String.join(", ", changed));
  }

  private long of(ResolutionKind kind) {
    return state.resolutions.stream().filter(one -> one.kind() == kind).count();
  }

  /** Runs once, even in a resumed session: people may have edited the documents since. */
  private void changeDocuments() {
    if (!state.written) {
      if (!findings.draftedEdits().edits().isEmpty()) {
        findings
            .rules(
                "write the modifications",
                rules -> rules.write(state.requireWorkspace(), findings.draftedEdits().edits()))
            .ifPresent(why -> state.drawnUp = findings.draftedEdits().rolledBack(why));
      }
      state.written = true;
      state.touch();
    }
  }
}
