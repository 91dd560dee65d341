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

/**
 * What the gathering of a context does on the host of its workspace. Each is idempotent: an attempt
 * that is repeated after a crash comes to the same.
 */
@ActivityInterface
public interface ContextActivities {

  /** Looks for an earlier package that still fits, the user's intent and the documents to read. */
  @ActivityMethod(name = "detectContext")
  Detected detect(Gathering gathering);

  /** Computes in memory what the chosen modifications make of the documents; changes nothing. */
  @ActivityMethod(name = "drawUpModifications")
  DrawnUp drawUp(Gathering gathering, List<Resolution> resolutions);

  /**
   * Writes what was drawn up, all or nothing. A file that a crashed attempt wrote already counts as
   * written; when one cannot be written, or changed meanwhile, all are rolled back.
   *
   * @return why all was rolled back; empty when everything is written
   */
  @ActivityMethod(name = "writeModifications")
  Optional<String> write(Workspace workspace, List<Edit> edits);

  /**
   * Ranks what its sources say into one package, which is kept by digest, and enters it into the
   * session's {@code planning-notes.md}; doing it twice adds nothing.
   */
  @ActivityMethod(name = "assembleContext")
  Assembled assemble(AssembleRequest request);

  /**
   * Whose context is gathered.
   *
   * @param session name of the session's folder in {@code .workflow/active/}
   * @param tree Git tree id of the workspace's content
   * @param head commit of the workspace; empty without Git
   * @param sources documents to read first, as paths from the top of the workspace
   * @param editable documents outside of {@code .workflow/} that may change
   */
  record Gathering(
      String session,
      String task,
      Workspace workspace,
      String tree,
      Optional<String> head,
      List<String> sources,
      List<String> editable) {}

  /**
   * What was found before anybody was asked.
   *
   * @param existing an earlier package of the same session, whose head still matches
   * @param sources the documents that are read first, as JSON {@code [{path, text}]}
   * @param planning the planning documents that modifications may touch, in the same form
   * @param notes such as a source that cannot be read, in sentences
   */
  record Detected(
      Optional<Assembled> existing,
      Intent intent,
      Optional<DocumentRef> sources,
      Optional<DocumentRef> planning,
      List<String> notes) {}

  /** What the user wants, in the user's words; each is empty when nothing was said. */
  record Intent(String goal, String scope, List<String> keyConstraints) {}

  /**
   * What modifications come to.
   *
   * @param applied those that the edits hold
   * @param constraints those of files that are missing or not editable
   * @param failed those that do not apply
   */
  record DrawnUp(
      List<Edit> edits,
      List<Suggested> applied,
      List<Suggested> constraints,
      List<Suggested> failed) {
    /** The same without what concerns a conflict. */
    public DrawnUp without(String conflict) {
      return new DrawnUp(
          edits,
          others(applied, conflict),
          others(constraints, conflict),
          others(failed, conflict));
    }

    private static List<Suggested> others(List<Suggested> all, String conflict) {
      return all.stream().filter(one -> !one.conflictId().equals(conflict)).toList();
    }

    /** The same with what came to others before, whose edits were made. */
    public DrawnUp after(DrawnUp earlier) {
      return new DrawnUp(
          edits,
          together(earlier.applied, applied),
          together(earlier.constraints, constraints),
          together(earlier.failed, failed));
    }

    private static List<Suggested> together(List<Suggested> earlier, List<Suggested> later) {
      return Stream.concat(earlier.stream(), later.stream()).toList();
    }

    /** The same after nothing could be written. */
    public DrawnUp rolledBack(String why) {
      List<Suggested> all = new ArrayList<>(failed);
      for (Suggested one : applied) {
        all.add(new Suggested(one.conflictId(), one.modification(), "rolled back: " + why));
      }
      return new DrawnUp(List.of(), List.of(), constraints, all);
    }
  }

  /** A file's text before and after; its path is from the top of the workspace. */
  record Edit(String path, DocumentRef before, DocumentRef after) {}

  /**
   * A modification that a chosen strategy brings.
   *
   * @param why no document was changed for it; empty when one was
   */
  record Suggested(String conflictId, Modification modification, String why) {
    /** As a constraint that a plan keeps, with the reason why no document was changed for it. */
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
   * What a package is made of.
   *
   * @param gathered the plain search; empty when it failed
   * @param explorations the sound ones
   * @param answers to what explorers asked, each behind its question
   * @param notes what is missing, in sentences
   */
  record AssembleRequest(
      Gathering gathering,
      Angles angles,
      Intent intent,
      Optional<GatheredContext> gathered,
      List<Explored> explorations,
      List<Resolution> resolutions,
      DrawnUp drawnUp,
      List<String> answers,
      List<String> notes,
      Optional<DocumentRef> sources,
      Instant at) {}

  /** A sound exploration: the document of its reply. */
  record Explored(String angle, int index, DocumentRef document) {}

  /**
   * The package.
   *
   * @param contextPackage {@code context-package.json} as it is written, with what a prompt says of
   *     it in {@code /_briefing/text}
   * @param critical the most important files, at most 5
   * @param risk none, low, medium, high or resolved
   * @param constraints sentences, at most 20: {@code decided}, then what explorers say that a plan
   *     has to keep
   * @param decided what the human decided: constraints of the user's own notes, answers, how
   *     conflicts are resolved and what a plan has to keep of them
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
