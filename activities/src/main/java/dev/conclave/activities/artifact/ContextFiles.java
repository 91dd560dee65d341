package dev.conclave.activities.artifact;

import static java.util.Comparator.naturalOrder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.context.ContextActivities.DraftedEdits;
import dev.conclave.workflows.context.ContextActivities.Suggested;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.context.Exploration;
import dev.conclave.workflows.context.PlanningConflict;
import dev.conclave.workflows.context.PlanningConflict.Modification;
import dev.conclave.workflows.context.PlanningConflict.Strategy;
import dev.conclave.workflows.context.Resolution;
import dev.conclave.workflows.context.Resolution.ResolutionKind;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.session.KindSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Renders the files of a full context; see docs/context.md. */
public final class ContextFiles {
  public static final String MANIFEST = "explorations-manifest.json";
  public static final String RESOLUTION = "conflict-resolution.json";
  private static final String PACKAGE = SessionArtifacts.CONTEXT_PACKAGE;
  private static final String INTENT_MAPPING = "user_intent_mapping.json";

  /** Lists that an exploration's reply may omit but its file must contain. */
  private static final List<String> LISTS =
      List.of(
          "patterns", "dependencies", "integration_points", "constraints", "clarification_needs");

  private ContextFiles() {}

  static Rendering render(ContextState state, DocumentStore documents, Rendering files) {
    List<Exploration> sound =
        state.explorations().stream().filter(made -> made.structuredReply().isPresent()).toList();
    for (Exploration made : sound) {
      files.add(ArtifactKind.EXPLORATION, file(made.angle()), exploration(state, made));
    }
    if (!state.explorations().isEmpty()) {
      files.add(ArtifactKind.EXPLORATIONS_MANIFEST, MANIFEST, manifest(state, sound));
    }
    if (!state.conflicts().isEmpty() && state.draftedEdits().isPresent()) {
      ObjectNode resolution = resolution(state, state.draftedEdits().get());
      files.add(ArtifactKind.CONFLICT_RESOLUTION, RESOLUTION, resolution);
    }
    if (state.assembled().isPresent()) {
      documents
          .find(state.assembled().get().contextPackage(), ObjectNode.class)
          .ifPresentOrElse(
              json -> packed(json, files),
              () -> files.notKept().addAll(List.of(PACKAGE, INTENT_MAPPING)));
    }
    files.add(SessionArtifacts.SESSION_STATE, SessionStateFile.brief(state));
    return files;
  }

  private static void packed(ObjectNode json, Rendering files) {
    ObjectNode mapping = (ObjectNode) json.path("_user_intent_mapping");
    files.add(ArtifactKind.FULL_CONTEXT, PACKAGE, json);
    files.add(ArtifactKind.USER_INTENT_MAPPING, INTENT_MAPPING, mapping);
  }

  static String file(String angle) {
    return "exploration-" + angle + ".json";
  }

  /** Returns the folder of a context, or of the context gathered for a session. */
  static Path folder(Workspace workspace, String session) {
    return ContextState.KIND.folder(workspace).resolve(ContextState.KIND.place(session));
  }

  /** Returns the path of a context's file, relative to the workspace, or absolute if outside. */
  public static String path(Workspace workspace, String session, String file) {
    Path top = Path.of(workspace.path());
    Path path = folder(workspace, session).resolve(file);
    return (path.startsWith(top) ? top.relativize(path) : path).toString();
  }

  public static JsonFields listed(Workspace workspace, String session, String angle, int index) {
    return new JsonFields()
        .with("angle", angle)
        .with("file", file(angle))
        .with("path", path(workspace, session, file(angle)))
        .with("index", index);
  }

  private static ObjectNode exploration(ContextState state, Exploration made) {
    ObjectNode json = made.structuredReply().orElseThrow().deepCopy();
    json.remove("_metadata"); // an agent's own metadata is ignored
    LISTS.forEach(json::withArray);
    json.path("relevant_files").forEach(file -> file.withArray("key_symbols"));
    for (JsonNode need : json.path("clarification_needs")) {
      need.properties().removeIf(field -> field.getValue().isNull());
    }
    return new JsonFields(json)
        .at("_metadata/timestamp", made.ended())
        .at("_metadata/task_description", state.request().task())
        .at("_metadata/source", made.reply().map(AskReply::receipt).orElseThrow().agent())
        .at("_metadata/exploration_angle", made.angle())
        .at("_metadata/exploration_index", made.index())
        .at("_metadata/total_explorations", state.explorations().size())
        .at("_metadata/duration_seconds", made.seconds())
        .json();
  }

  private static ObjectNode manifest(ContextState state, List<Exploration> sound) {
    List<Exploration> failed =
        state.explorations().stream().filter(made -> !sound.contains(made)).toList();
    return named(state)
        .with("task_description", state.request().task())
        .with(
            "timestamp", state.explorations().stream().map(Exploration::ended).max(naturalOrder()))
        .with("complexity", state.angles().complexity())
        .with("exploration_count", sound.size())
        .each("angles_explored", sound, Exploration::angle)
        .each(
            "explorations",
            sound,
            made -> listed(state.requireWorkspace(), state.session(), made.angle(), made.index()))
        .each(
            "failed",
            failed,
            made ->
                new JsonFields()
                    .with("angle", made.angle())
                    .with("index", made.index())
                    .with("error", made.failure().orElse("")))
        .json();
  }

  private static JsonFields named(ContextState state) {
    return new JsonFields().with("session_id", KindSpec.folderName(state.session()));
  }

  private static ObjectNode resolution(ContextState state, DraftedEdits drawnUp) {
    List<Resolution> chosen = of(state, ResolutionKind.STRATEGY);
    List<Resolution> custom = of(state, ResolutionKind.CUSTOM);
    return named(state)
        .with(
            "resolved_at",
            state.decisions().stream()
                .map(Decision::at)
                .reduce((first, last) -> last)
                .orElse(state.updatedAt()))
        .at("summary/total_conflicts", state.conflicts().size())
        .at("summary/resolved_with_strategy", chosen.size())
        .at("summary/custom_handling", custom.size())
        .at("summary/fallback_constraints", drawnUp.constraints().size())
        .each("resolved_conflicts", chosen, one -> resolved(one, drawnUp.applied()))
        .each("custom_conflicts", custom, ContextFiles::left)
        .each("unresolved_conflicts", of(state, ResolutionKind.UNRESOLVED), ContextFiles::left)
        .each("planning_constraints", drawnUp.constraints(), ContextFiles::constraint)
        .each(
            "failed_modifications",
            drawnUp.failed(),
            one ->
                new JsonFields(
                    FileSpelling.wire(one.modification())
                        .put("conflict_id", one.conflictId())
                        .put("error", one.why())))
        .json();
  }

  private static List<Resolution> of(ContextState state, ResolutionKind kind) {
    return state.resolutions().stream().filter(one -> one.kind() == kind).toList();
  }

  private static JsonFields resolved(Resolution resolution, List<Suggested> applied) {
    Strategy strategy = resolution.strategy().orElseThrow();
    String id = resolution.conflict().id();
    return new JsonFields()
        .with("conflict_id", id)
        .with("brief", resolution.conflict().brief())
        .with("severity", resolution.conflict().severity())
        .with("description", resolution.conflict().description())
        .with("strategy_name", strategy.name())
        .with("strategy_approach", strategy.approach())
        .with("clarifications", resolution.clarifications())
        .each(
            "modifications_applied",
            applied.stream().filter(one -> one.conflictId().equals(id)).toList(),
            Suggested::modification);
  }

  private static JsonFields left(Resolution resolution) {
    PlanningConflict conflict = resolution.conflict();
    Optional<ObjectNode> overlap =
        conflict
            .overlapAnalysis()
            .filter(any -> conflict.category().equals("ModuleOverlap"))
            .map(ObjectNode::deepCopy);
    // The file requires lists that a reply may omit.
    overlap.ifPresent(json -> json.path("new_module").withArray("responsibilities"));
    overlap.ifPresent(
        json -> json.path("existing_modules").forEach(module -> module.withArray("scenarios")));
    return new JsonFields()
        .with("id", conflict.id())
        .with("brief", conflict.brief())
        .with("category", conflict.category())
        .with("severity", conflict.severity())
        .with("description", conflict.description())
        .with("clarifications", resolution.clarifications())
        .with("suggestions", conflict.modificationSuggestions())
        .orNull("overlap_analysis", overlap);
  }

  private static JsonFields constraint(Suggested constraint) {
    Modification modification = constraint.modification();
    boolean removed = modification.newContent().isBlank();
    return new JsonFields()
        .with("source", "conflict-resolution")
        .with("conflict_id", constraint.conflictId())
        .with("target_file", modification.file())
        .with("section", modification.section())
        .with("change_type", modification.changeType())
        .with("content", removed ? modification.oldContent() : modification.newContent())
        .with("rationale", modification.rationale())
        .with("why", constraint.why());
  }
}
