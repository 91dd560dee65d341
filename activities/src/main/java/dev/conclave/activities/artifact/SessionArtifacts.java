package dev.conclave.activities.artifact;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.discussion.SynthesisRecord;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.workflows.analyze.AnalyzePhase;
import dev.conclave.workflows.analyze.AnalyzeState;
import dev.conclave.workflows.api.ContextPackage;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.api.SearchActivities.GatheredContext;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.execute.ExecuteState;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.plan.Phase;
import dev.conclave.workflows.plan.PlanDraft;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.review.ReviewState;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.RoundRecord;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.text.Cut;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Renders session folders from the session's state and documents; see docs/artifacts.md. Equal
 * states produce equal bytes. Thread-safe.
 */
record SessionArtifacts(
    DocumentStore documents,
    BiFunction<Workspace, String, TreeSource> sources,
    SecretFilter secrets) {
  static final String SESSION_STATE = "session-state.json";
  static final String CONTEXT_PACKAGE = "context-package.json";
  static final String PLAN = "plan.json";
  static final String IMPL_PLAN = "IMPL_PLAN.md";
  static final String TASKS = ".task";

  private static final Map<KindSpec, Renderer> RENDERERS =
      Map.of(
          PlanState.KIND,
          (files, state, turn) ->
              files.render((PlanState) state, files.outputs((PlanState) state, turn)),
          AnalyzeState.KIND,
          (files, state, turn) -> files.render((AnalyzeState) state, turn),
          ContextState.KIND,
          (files, state, turn) ->
              ContextFiles.render(
                  (ContextState) state, files.documents, new Rendering(files.secrets)),
          ReviewState.KIND,
          (files, state, turn) ->
              ReviewFiles.render(
                  (ReviewState) state, files.documents, new Rendering(files.secrets)),
          ExecuteState.KIND,
          (files, state, turn) ->
              ExecutionFiles.render(
                  (ExecuteState) state, files.documents, new Rendering(files.secrets)));

  private interface Renderer {
    Rendering render(SessionArtifacts files, SessionState<?> state, SessionFolder.WriteAccess turn)
        throws IOException;
  }

  /** File systems limit file names to 255 bytes. */
  private static final int LONGEST_NAME = 200;

  SessionArtifacts(DocumentStore documents, GitTrees trees, SecretFilter secrets) {
    this(documents, (workspace, tree) -> source(trees, workspace, tree), secrets);
  }

  private static TreeSource source(GitTrees trees, Workspace workspace, String tree) {
    try {
      return TreeSource.of(trees.files(workspace, tree));
    } catch (ApplicationFailure removed) {
      return TreeSource.NONE;
    }
  }

  /**
   * Writes a session's folder in one turn. Revisions are comparable within one {@code run}.
   *
   * @param stillWanted throws if another run now owns the folder
   * @param missing receives one sentence for each file that could not be written
   * @return the revision now in the folder
   */
  long write(
      SessionState<?> state,
      String run,
      SessionFolder folder,
      Runnable stillWanted,
      Consumer<String> missing)
      throws IOException {
    try (SessionFolder.WriteAccess turn = folder.acquireWriteAccess()) {
      stillWanted.run();
      // A session that another one starts may be started again.
      if (state.kind().childSuffix().isEmpty()) {
        turn.requireOwn(state.session(), state.createdAt());
      }
      Rendering rendering =
          Objects.requireNonNull(RENDERERS.get(state.kind())).render(this, state, turn);
      String line = "%s %s %s".formatted(state.session(), state.createdAt(), run);
      long stands = turn.write(line, state.revision(), rendering.files());
      rendering.problems().forEach(missing);
      rendering
          .notKept()
          .forEach(path -> missing.accept(path + ": its document is no longer on this host"));
      return stands;
    }
  }

  private Rendering render(AnalyzeState state, SessionFolder.WriteAccess turn) throws IOException {
    Rendering rendering = AnalysisFiles.render(state, new Rendering(secrets));
    if (state.resumeAt() == AnalyzePhase.AWAITING_TASKS && turn.isTableDraft()) {
      rendering.files().remove(AnalysisFiles.TASKS);
    }
    return rendering;
  }

  private List<String> outputs(PlanState state, SessionFolder.WriteAccess turn) throws IOException {
    List<String> outputsNotKept = new ArrayList<>();
    // Raw outputs first, so that session-state.json shows only existing ones.
    for (Map.Entry<String, Receipt> raw : rawOutputs(state).entrySet()) {
      Receipt receipt = raw.getValue();
      if (!turn.holds(raw.getKey(), receipt.end())) {
        Optional<String> output = receipt.stdout().flatMap(documents::find);
        if (output.isPresent()) {
          String clean = secrets.redact(output.get());
          turn.write(raw.getKey(), receipt.end(), clean.getBytes(StandardCharsets.UTF_8));
        } else {
          outputsNotKept.add(raw.getKey());
        }
      }
    }
    return outputsNotKept;
  }

  /**
   * Renders all files except raw outputs. A file whose document is gone is omitted and listed in
   * {@code session-state.json} under {@code not_kept}, like {@code outputsNotKept}.
   */
  Rendering render(PlanState state, List<String> outputsNotKept) {
    Rendering files = new Rendering(secrets);
    files.notKept().addAll(outputsNotKept);
    List<String> rounds = new ArrayList<>();
    for (RoundRecord round : state.rounds()) {
      String path = "rounds/%d/synthesis.json".formatted(round.number());
      Optional<SynthesisRecord> record = record(round);
      if (record.isPresent()) {
        files.add(ArtifactKind.SYNTHESIS, path, synthesis(state, round, record.get()));
        files.add(path.replace(".json", ".md"), SynthesisFile.document(record.get()));
        rounds.add(path);
      } else {
        files.notKept().add(path);
      }
    }
    Optional<DocumentRef> gathered =
        state.context().map(GatheredContext::context).filter(any -> state.request().saveContext());
    ObjectNode context =
        gathered
            .flatMap(ref -> documents.find(ref, ContextPackage.class))
            .map(found -> PlanFiles.contextPackage(found, state))
            .orElse(null);
    if (context != null) {
      files.add(ArtifactKind.CONTEXT_PACKAGE, CONTEXT_PACKAGE, context);
    } else if (gathered.isPresent()) {
      files.notKept().add(CONTEXT_PACKAGE);
    }
    state.plan().ifPresent(draft -> plan(state, draft, context, rounds, files));
    files.add(
        ArtifactKind.SESSION_STATE,
        SESSION_STATE,
        SessionStateFile.render(state, files.notKept(), files.problems()));
    return files;
  }

  static SortedMap<String, Receipt> rawOutputs(PlanState state) {
    SortedMap<String, Receipt> outputs = new TreeMap<>();
    for (RoundRecord round : state.rounds()) {
      for (AgentRun run : round.runs()) {
        String path = "rounds/%d/raw/%s.txt".formatted(round.number(), plain(run.agent()));
        run.receipt()
            .filter(receipt -> receipt.stdout().isPresent())
            .ifPresent(receipt -> outputs.put(path, receipt));
      }
    }
    return outputs;
  }

  static String file(String folder, String task) {
    return "%s/%s.json".formatted(folder, Cut.head(plain(task), LONGEST_NAME));
  }

  private static String plain(String name) {
    return name.replaceAll("[^A-Za-z0-9._-]", "_");
  }

  private ObjectNode synthesis(PlanState state, RoundRecord round, SynthesisRecord record) {
    try (TreeSource source =
        state
            .workspace()
            .map(workspace -> sources.apply(workspace, record.tree()))
            .orElse(TreeSource.NONE)) {
      return SynthesisFile.render(
          new RoundMaterial(
              record,
              before(state, round),
              state.decisions(),
              record.context().flatMap(ref -> documents.find(ref, ContextPackage.class)),
              source));
    }
  }

  /**
   * Returns a round's record; empty if it is missing or a moved session brought only part of it.
   */
  private Optional<SynthesisRecord> record(RoundRecord round) {
    return documents
        .find(round.synthesis(), SynthesisRecord.class)
        .filter(record -> !record.session().isEmpty());
  }

  private Ledger before(PlanState state, RoundRecord round) {
    return state.rounds().stream()
        .filter(one -> one.number() == round.number() - 1 && one.direction() == round.direction())
        .findFirst()
        .flatMap(this::record)
        .map(record -> record.count().ledger())
        .orElse(Ledger.EMPTY);
  }

  private static void plan(
      PlanState state,
      PlanDraft draft,
      @Nullable ObjectNode context,
      List<String> rounds,
      Rendering files) {
    ObjectNode plan = PlanFiles.plan(state, draft);
    files.add(ArtifactKind.PLAN, PLAN, plan);
    for (PlanTask task : draft.plan().tasks()) {
      files.add(ArtifactKind.TASK, file(TASKS, task.id()), PlanFiles.task(task));
    }
    files.add(IMPL_PLAN, PlanFiles.document(state, draft));
    if (state.phase() == Phase.EXECUTING || state.phase() == Phase.COMPLETE) {
      state
          .folder()
          .map(folder -> PlanFiles.executionContext(state, folder, plan, context, rounds))
          .ifPresent(
              json -> files.add(ArtifactKind.EXECUTION_CONTEXT, "execution-context.json", json));
    }
  }
}
