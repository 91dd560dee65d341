package dev.conclave.activities.artifact;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.discussion.SynthesisRecord;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.api.ContextPackage;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.api.GatheredContext;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.plan.Phase;
import dev.conclave.workflows.plan.PlanDraft;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.plan.RoundRecord;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.temporal.Invisible;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;

/**
 * The content of a session folder, as a function of the session's state and its documents; see
 * docs/artifacts.md. Equal states give equal bytes. Every JSON file is held against its schema
 * before it is handed out; one that does not fit is a problem named in the rendering. Thread-safe.
 */
public final class SessionArtifacts {
  private final SessionDocuments documents;
  private final BiFunction<Workspace, String, SourceView> sources;
  private final SecretFilter secrets;

  /**
   * Renders from documents and trees of this host.
   *
   * @param sources the source of a workspace's tree, by tree id; {@link SourceView#NONE} for one
   *     that is no longer there
   */
  public SessionArtifacts(
      DocumentStore documents,
      BiFunction<Workspace, String, SourceView> sources,
      SecretFilter secrets) {
    this.documents = new SessionDocuments(documents);
    this.sources = sources;
    this.secrets = secrets;
  }

  /**
   * Every file but the raw outputs. A file whose document was removed, or which was lost with a
   * host, is left out and named in {@code session-state.json} under {@code not_kept}.
   *
   * @param outputsNotKept paths of raw outputs that are not here either
   */
  public Rendering render(PlanState state, List<String> outputsNotKept) {
    Rendering.RenderingInProgress files = new Rendering.RenderingInProgress(secrets);
    outputsNotKept.forEach(files::addNotKept);
    List<Integer> rounds = new ArrayList<>();
    for (RoundRecord round : state.rounds()) {
      String path = SessionPaths.synthesis(round.number());
      Optional<ObjectNode> synthesis = synthesis(state, round);
      if (synthesis.isPresent()) {
        files.add(ArtifactKind.SYNTHESIS, path, synthesis.get());
        rounds.add(round.number());
      } else {
        files.addNotKept(path);
      }
    }
    Optional<ObjectNode> context = context(state, files);
    context.ifPresent(
        json -> files.add(ArtifactKind.CONTEXT_PACKAGE, SessionPaths.CONTEXT_PACKAGE, json));
    state.plan().ifPresent(draft -> plan(state, draft, context, rounds, files));
    files.add(
        ArtifactKind.SESSION_STATE,
        SessionPaths.SESSION_STATE,
        SessionStateFile.render(state, files.notKept(), files.problems()));
    return files.done();
  }

  /**
   * What the agents printed, by its path relative to the session folder: the last output of each
   * agent in each round. Apart from the rest because they are large: write them one at a time.
   */
  public SortedMap<String, DocumentRef> rawOutputs(PlanState state) {
    SortedMap<String, DocumentRef> outputs = new TreeMap<>();
    for (RoundRecord round : state.rounds()) {
      round
          .runs()
          .forEach(
              run ->
                  run.receipt()
                      .flatMap(receipt -> receipt.stdout())
                      .ifPresent(
                          output ->
                              outputs.put(SessionPaths.raw(round.number(), run.agent()), output)));
    }
    return outputs;
  }

  /** One raw output without its secrets; empty when it is not here. */
  public Optional<byte[]> rawOutput(DocumentRef output) {
    return documents
        .text(output)
        .map(secrets::redact)
        .map(Invisible::removed)
        .map(Rendering.RenderingInProgress::bytes);
  }

  private Optional<ObjectNode> synthesis(PlanState state, RoundRecord round) {
    return record(round)
        .map(
            record ->
                SynthesisFile.render(
                    new RoundMaterial(
                        record,
                        before(state, round),
                        state.decisions(),
                        record.context().flatMap(ref -> documents.read(ref, ContextPackage.class)),
                        state
                            .workspace()
                            .map(workspace -> sources.apply(workspace, record.tree()))
                            .orElse(SourceView.NONE)),
                    secrets));
  }

  /** Empty when it is not here, or nothing of it but what a moved session's state still held. */
  private Optional<SynthesisRecord> record(RoundRecord round) {
    return documents
        .read(round.synthesis(), SynthesisRecord.class)
        .filter(record -> !record.session().isEmpty());
  }

  /** The ledger after the round before; empty at the beginning of a direction. */
  private Ledger before(PlanState state, RoundRecord round) {
    return state.rounds().stream()
        .filter(one -> one.number() == round.number() - 1 && one.direction() == round.direction())
        .findFirst()
        .flatMap(this::record)
        .map(SynthesisRecord::ledger)
        .orElse(Ledger.EMPTY);
  }

  private Optional<ObjectNode> context(PlanState state, Rendering.RenderingInProgress files) {
    if (!state.request().saveContext() || state.context().isEmpty()) {
      return Optional.empty();
    }
    Optional<ObjectNode> json =
        state
            .context()
            .map(GatheredContext::context)
            .flatMap(ref -> documents.read(ref, ContextPackage.class))
            .map(context -> PlanFiles.contextPackage(context, state));
    if (json.isEmpty()) {
      files.addNotKept(SessionPaths.CONTEXT_PACKAGE);
    }
    return json;
  }

  private void plan(
      PlanState state,
      PlanDraft draft,
      Optional<ObjectNode> context,
      List<Integer> rounds,
      Rendering.RenderingInProgress files) {
    ObjectNode plan = PlanFiles.plan(state, draft);
    files.add(ArtifactKind.PLAN, SessionPaths.PLAN, plan);
    for (PlanTask task : draft.plan().tasks()) {
      files.add(ArtifactKind.TASK, SessionPaths.task(task.id()), PlanFiles.task(task));
    }
    files.add(SessionPaths.IMPL_PLAN, PlanDocument.render(state, draft));
    if (state.phase() == Phase.EXECUTING || state.phase() == Phase.COMPLETE) {
      state
          .workspace()
          .map(workspace -> SessionPaths.folder(workspace, state.session()))
          .map(folder -> PlanFiles.executionContext(state, folder, plan, context, rounds))
          .ifPresent(
              json ->
                  files.add(ArtifactKind.EXECUTION_CONTEXT, SessionPaths.EXECUTION_CONTEXT, json));
    }
  }
}
