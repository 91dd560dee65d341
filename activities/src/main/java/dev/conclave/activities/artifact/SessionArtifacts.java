package dev.conclave.activities.artifact;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.artifact.synthesis.RoundMaterial;
import dev.conclave.activities.artifact.synthesis.SynthesisFile;
import dev.conclave.activities.discussion.SynthesisRecord;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.workspace.SecretFilter;
import dev.conclave.workflows.document.DocumentRef;
import dev.conclave.workflows.plan.Phase;
import dev.conclave.workflows.plan.PlanDraft;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.plan.RoundRecord;
import dev.conclave.workflows.planning.PlanTask;
import dev.conclave.workflows.search.ContextPackage;
import dev.conclave.workflows.search.GatheredContext;
import dev.conclave.workflows.wire.WireMapper;
import dev.conclave.workflows.workspace.Workspace;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;

/**
 * The content of a session folder, as a function of the session's state and its documents; see
 * docs/artifacts.md. Equal states give equal bytes. Every JSON file is held against its schema
 * before it is handed out. Thread-safe.
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
   * Every file but the raw outputs, by its path relative to the session folder. A file whose
   * document retention has taken is left out, and named in {@code session-state.json} under {@code
   * not_kept}.
   *
   * @throws IllegalStateException when a file does not fit its schema; the message names both
   */
  public SortedMap<String, byte[]> render(PlanState state) {
    SortedMap<String, byte[]> files = new TreeMap<>();
    List<String> notKept = new ArrayList<>();
    List<Integer> rounds = new ArrayList<>();
    for (RoundRecord round : state.rounds()) {
      Optional<ObjectNode> synthesis = synthesis(state, round);
      String path = SessionPaths.synthesis(round.number());
      synthesis.ifPresent(json -> files.put(path, json(ArtifactKind.SYNTHESIS, path, json)));
      synthesis.ifPresentOrElse(json -> rounds.add(round.number()), () -> notKept.add(path));
    }
    Optional<ObjectNode> context = context(state, notKept);
    context.ifPresent(
        json ->
            files.put(
                SessionPaths.CONTEXT_PACKAGE,
                json(ArtifactKind.CONTEXT_PACKAGE, SessionPaths.CONTEXT_PACKAGE, json)));
    state.plan().ifPresent(draft -> plan(state, draft, context, rounds, files));
    files.put(
        SessionPaths.SESSION_STATE,
        json(
            ArtifactKind.SESSION_STATE,
            SessionPaths.SESSION_STATE,
            SessionStateFile.render(state, notKept)));
    return files;
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

  /** One raw output without its secrets; empty when retention has taken it. */
  public Optional<byte[]> rawOutput(DocumentRef output) {
    return documents.text(output).map(secrets::redact).map(SessionArtifacts::bytes);
  }

  private Optional<ObjectNode> synthesis(PlanState state, RoundRecord round) {
    return documents
        .read(round.synthesis(), SynthesisRecord.class)
        .map(
            record ->
                SynthesisFile.render(
                    new RoundMaterial(
                        record,
                        new Choices(state.decisions()),
                        record.context().flatMap(ref -> documents.read(ref, ContextPackage.class)),
                        state
                            .workspace()
                            .map(workspace -> sources.apply(workspace, record.tree()))
                            .orElse(SourceView.NONE)),
                    secrets));
  }

  private Optional<ObjectNode> context(PlanState state, List<String> notKept) {
    if (!state.request().saveContext() || state.context().isEmpty()) {
      return Optional.empty();
    }
    Optional<ObjectNode> json =
        state
            .context()
            .map(GatheredContext::context)
            .flatMap(ref -> documents.read(ref, ContextPackage.class))
            .map(context -> ContextPackageFile.render(context, state));
    if (json.isEmpty()) {
      notKept.add(SessionPaths.CONTEXT_PACKAGE);
    }
    return json;
  }

  private void plan(
      PlanState state,
      PlanDraft draft,
      Optional<ObjectNode> context,
      List<Integer> rounds,
      SortedMap<String, byte[]> files) {
    ObjectNode plan = PlanFiles.plan(state, draft);
    files.put(SessionPaths.PLAN, json(ArtifactKind.PLAN, SessionPaths.PLAN, plan));
    for (PlanTask task : draft.plan().tasks()) {
      String path = SessionPaths.task(task.id());
      files.put(path, json(ArtifactKind.TASK, path, PlanFiles.task(task)));
    }
    files.put(SessionPaths.IMPL_PLAN, bytes(secrets.redact(PlanDocument.render(state, draft))));
    if (state.phase() == Phase.EXECUTING || state.phase() == Phase.COMPLETE) {
      state
          .workspace()
          .map(workspace -> SessionPaths.folder(workspace, state.session()))
          .ifPresent(folder -> handOff(state, folder, plan, context, rounds, files));
    }
  }

  private void handOff(
      PlanState state,
      Path folder,
      ObjectNode plan,
      Optional<ObjectNode> context,
      List<Integer> rounds,
      SortedMap<String, byte[]> files) {
    files.put(
        SessionPaths.EXECUTION_CONTEXT,
        json(
            ArtifactKind.EXECUTION_CONTEXT,
            SessionPaths.EXECUTION_CONTEXT,
            ExecutionContextFile.render(state, folder, plan, context, rounds)));
  }

  private byte[] json(ArtifactKind kind, String path, ObjectNode document) {
    var clean = new Redaction(secrets).in(document);
    List<String> errors = ArtifactSchemas.validate(kind, clean);
    if (!errors.isEmpty()) {
      throw new IllegalStateException(
          "%s does not fit docs/schemas/%s: %s"
              .formatted(path, kind.schemaFile(), String.join("; ", errors)));
    }
    try {
      return bytes(PRETTY.writeValueAsString(clean) + "\n");
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final ObjectWriter PRETTY = WireMapper.get().writerWithDefaultPrettyPrinter();

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
