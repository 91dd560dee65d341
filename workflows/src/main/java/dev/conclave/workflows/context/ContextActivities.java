package dev.conclave.workflows.context;

import dev.conclave.workflows.api.SearchActivities.GatheredContext;
import dev.conclave.workflows.context.PlanningConflict.Modification;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Workspace;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The activities that gather a context on the host of its workspace. All are idempotent. */
@ActivityInterface
public interface ContextActivities {

  /** Looks for a current package, the user's intent, and the documents to read. */
  @ActivityMethod(name = "detectContext")
  Detected detect(Gathering gathering);

  /** Computes the modified documents in memory, without writing them. */
  @ActivityMethod(name = "draftEdits")
  DraftedEdits draftEdits(Gathering gathering, List<Resolution> resolutions);

  /**
   * Writes all modifications or none. A file already written by a crashed attempt counts as
   * written; if a file cannot be written or has changed meanwhile, all are rolled back.
   *
   * @return the reason for the rollback; empty if everything was written
   */
  @ActivityMethod(name = "writeModifications")
  Optional<String> write(Workspace workspace, List<Edit> edits);

  /**
   * Ranks all sources into one package, stored by digest, and adds it once to the session's {@code
   * planning-notes.md}.
   */
  @ActivityMethod(name = "assembleContext")
  Assembled assemble(AssembleRequest request);

  /**
   * The session whose context is gathered.
   *
   * @param session name of the session's folder in {@code .workflow/active/}
   * @param tree Git tree id of the workspace's content
   * @param head commit of the workspace; empty without Git
   * @param sources documents to read first, relative to the workspace
   * @param editable documents outside {@code .workflow/} that may change
   * @param languages of the session; its notes are written in the first
   */
  record Gathering(
      String session,
      String task,
      Workspace workspace,
      String tree,
      Optional<String> head,
      List<String> sources,
      List<String> editable,
      List<String> languages) {}

  /**
   * What was found before asking agents.
   *
   * @param existing an earlier package of the same session with the same head
   * @param sources the documents to read first, as JSON {@code [{path, text}]}
   * @param planning the planning documents that may be modified, in the same format
   * @param notes sentences, for example about an unreadable source
   */
  record Detected(
      Optional<Assembled> existing,
      Intent intent,
      Optional<DocumentRef> sources,
      Optional<DocumentRef> planning,
      List<String> notes) {}

  /** The user's intent in the user's words; fields are empty if not given. */
  record Intent(String goal, String scope, List<String> keyConstraints) {}

  /**
   * The result of computing modifications.
   *
   * @param applied modifications contained in the edits
   * @param constraints modifications of files that are missing or not editable
   * @param failed modifications that do not apply
   */
  record DraftedEdits(
      List<Edit> edits,
      List<Suggested> applied,
      List<Suggested> constraints,
      List<Suggested> failed) {
    public DraftedEdits without(String conflict) {
      return new DraftedEdits(
          edits,
          others(applied, conflict),
          others(constraints, conflict),
          others(failed, conflict));
    }

    private static List<Suggested> others(List<Suggested> all, String conflict) {
      return all.stream().filter(one -> !one.conflictId().equals(conflict)).toList();
    }

    /** Returns it with earlier modifications, whose edits were already written. */
    public DraftedEdits after(DraftedEdits earlier) {
      return new DraftedEdits(
          edits,
          together(earlier.applied, applied),
          together(earlier.constraints, constraints),
          together(earlier.failed, failed));
    }

    private static List<Suggested> together(List<Suggested> earlier, List<Suggested> later) {
      return Stream.concat(earlier.stream(), later.stream()).toList();
    }

    public DraftedEdits rolledBack(String why) {
      List<Suggested> all = new ArrayList<>(failed);
      for (Suggested one : applied) {
        all.add(new Suggested(one.conflictId(), one.modification(), "rolled back: " + why));
      }
      return new DraftedEdits(List.of(), List.of(), constraints, all);
    }
  }

  /** A file's text before and after; the path is relative to the workspace. */
  record Edit(String path, DocumentRef before, DocumentRef after) {}

  /**
   * A modification of a chosen strategy.
   *
   * @param why the reason why no document was changed; empty if one was
   */
  record Suggested(String conflictId, Modification modification, String why) {
    /** Formats it as a constraint for the plan, with the reason why no document was changed. */
    public String sentence() {
      String content =
          modification.newContent().isBlank()
              ? "no longer \"" + modification.oldContent() + "\""
              : modification.newContent();
      String section =
          modification.section().isBlank() ? "" : ", \"" + modification.section() + "\"";
      return "[Conflict] %s, %s%s: %s (%s; not written there: %s)"
          .formatted(
              conflictId, modification.file(), section, content, modification.rationale(), why);
    }
  }

  /**
   * The input of a package.
   *
   * @param gathered the search results; empty if the search failed
   * @param explorations the valid ones
   * @param answers to the explorers' questions, each after its question
   * @param notes what is missing, in sentences
   */
  record AssembleRequest(
      Gathering gathering,
      Angles angles,
      Intent intent,
      Optional<GatheredContext> gathered,
      List<Explored> explorations,
      List<Resolution> resolutions,
      DraftedEdits drawnUp,
      List<String> answers,
      List<String> notes,
      Optional<DocumentRef> sources,
      Instant at) {}

  /** A valid exploration with the document of its reply. */
  record Explored(String angle, int index, DocumentRef document) {}

  /**
   * The package.
   *
   * @param contextPackage {@code context-package.json} as written, with its prompt text in {@code
   *     /_briefing/text}
   * @param critical the most important files, at most 5
   * @param risk none, low, medium, high or resolved
   * @param constraints sentences, at most 20: {@code decided}, then constraints found by explorers
   * @param decided the human's decisions: constraints from the user's notes, answers, resolutions
   *     of conflicts and the constraints that follow
   * @param notes what is missing or partial, in sentences
   */
  @RecordBuilder
  record Assembled(
      DocumentRef contextPackage,
      List<String> angles,
      int files,
      List<String> critical,
      String architecture,
      String risk,
      List<String> constraints,
      List<String> decided,
      List<String> notes)
      implements ContextActivitiesAssembledBuilder.With {}
}
