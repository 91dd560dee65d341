package dev.conclave.workflows.plan;

import static dev.conclave.workflows.plan.ScriptedHost.document;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.context.ContextActivities;
import dev.conclave.workflows.context.ContextActivities.AssembleRequest;
import dev.conclave.workflows.context.ContextActivities.Assembled;
import dev.conclave.workflows.context.ContextActivities.Detected;
import dev.conclave.workflows.context.ContextActivities.DraftedEdits;
import dev.conclave.workflows.context.ContextActivities.Edit;
import dev.conclave.workflows.context.ContextActivities.Gathering;
import dev.conclave.workflows.context.ContextActivities.Intent;
import dev.conclave.workflows.context.ContextActivities.Suggested;
import dev.conclave.workflows.context.ContextRequest;
import dev.conclave.workflows.context.PlanningConflict.Modification;
import dev.conclave.workflows.context.Resolution;
import dev.conclave.workflows.model.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Scripted activities and replies of a full context. */
public final class ScriptedContext implements ContextActivities {
  final List<AssembleRequest> assembled = new CopyOnWriteArrayList<>();
  final List<List<Edit>> written = new CopyOnWriteArrayList<>();
  volatile List<String> unread = List.of();
  volatile Optional<Assembled> existing = Optional.empty();
  volatile Optional<String> rolledBack = Optional.empty();

  /** Severity of the one sign of conflict in each exploration. */
  volatile String severity = "low";

  /** Questions of each exploration for the human. */
  volatile List<Map<String, ?>> needs = List.of();

  volatile List<String> conflicts = List.of("Medium", "Critical");

  /** Questions left after each clarification. */
  volatile List<String> remaining = List.of();

  static ContextRequest request(String task) {
    return new ContextRequest(
        Requests.with(SessionDriver.request().terms(), Map.of("task", task)),
        List.of(),
        List.of("docs/wish.md"),
        Optional.empty());
  }

  /** Returns a planning request with full context. */
  static PlanRequest fully() {
    return Requests.with(SessionDriver.request(), Map.of("context", "full"));
  }

  AskReply said(ScriptedHost host, AskRequest request) {
    return switch (request.role()) {
      case CONTEXT_EXPLORER -> explored(host, request);
      case CONFLICT_ANALYST -> conflicts(host, request);
      case CONFLICT_CLARIFIER -> clarified(host, request);
      default -> host.reply(request, List.of(), false);
    };
  }

  @Override
  public Detected detect(Gathering gathering) {
    return new Detected(
        existing,
        new Intent(gathering.task(), "", List.of()),
        gathering.sources().isEmpty() ? Optional.empty() : Optional.of(document("sources")),
        Optional.of(document("planning")),
        unread);
  }

  @Override
  public DraftedEdits draftEdits(Gathering gathering, List<Resolution> resolutions) {
    List<Edit> edits = new ArrayList<>();
    List<Suggested> applied = new ArrayList<>();
    for (Resolution resolution : resolutions) {
      for (Modification change :
          resolution.strategy().map(way -> way.modifications()).orElse(List.of())) {
        edits.add(new Edit(change.file(), document("before"), document("after")));
        applied.add(new Suggested(resolution.conflict().id(), change, ""));
      }
    }
    return new DraftedEdits(edits, applied, List.of(), List.of());
  }

  @Override
  public Optional<String> write(Workspace workspace, List<Edit> edits) {
    written.add(edits);
    return rolledBack;
  }

  @Override
  public Assembled assemble(AssembleRequest request) {
    assembled.add(request);
    List<String> notes = new ArrayList<>(request.notes());
    request.drawnUp().failed().forEach(one -> notes.add("partial: " + one.why()));
    return packaged(notes);
  }

  static Assembled packaged(List<String> notes) {
    return new Assembled(
        document("package"),
        List.of("patterns"),
        7,
        List.of("src/limit.py"),
        "one module",
        "low",
        List.of("[Conflict] CON-001: keep the old name", "[Context] one module"),
        List.of("[Conflict] CON-001: keep the old name"),
        notes);
  }

  private AskReply explored(ScriptedHost host, AskRequest request) {
    Map<String, ?> sign =
        Map.of(
            "type",
            "BreakingChange",
            "severity",
            severity,
            "description",
            "it is called from everywhere",
            "affected_files",
            List.of("src/limit.py"));
    return host.structured(
        request,
        Optional.of(
            Map.of(
                "project_structure",
                "one module",
                "conflict_indicators",
                List.of(sign),
                "clarification_needs",
                needs)));
  }

  /** Returns conflicts whose second strategy is recommended and whose first asks a question. */
  private AskReply conflicts(ScriptedHost host, AskRequest request) {
    List<Object> found = new ArrayList<>();
    for (String one : conflicts) {
      found.add(
          ScriptedHost.read(
              ObjectNode.class,
              """
              {"id":"CON-00%1$d","brief":"Two limiters","severity":"%2$s",
               "category":"Architecture","affected_files":["src/limit.py"],
               "description":"There is one already.",
               "impact":{"scope":"src","compatibility":"breaks callers",
                "migration_required":true,"estimated_effort":"1 d"},
               "strategies":[
                {"name":"Replace","approach":"drop the old","complexity":"low","risk":"high",
                 "effort":"low","pros":["less"],"cons":["breaks"],
                 "clarification_needed":["Who calls it?"],"modifications":[]},
                {"name":"Extend","approach":"keep the old","complexity":"low","risk":"low",
                 "effort":"medium","pros":["safe"],"cons":["more"],"clarification_needed":[],
                 "modifications":[{"file":".workflow/plan.md","section":"Plan",
                  "change_type":"update","old_content":"a new limiter of ours",
                  "new_content":"the old limiter","rationale":"there is one"}]}],
               "recommended":2,"modification_suggestions":["name it","test it"]}"""
                  .formatted(found.size() + 1, one)));
    }
    return host.structured(request, Optional.of(Map.of("conflicts", found)));
  }

  /** Returns the requested strategy with its remaining questions. */
  private AskReply clarified(ScriptedHost host, AskRequest request) {
    ObjectNode strategy = ScriptedHost.read(ObjectNode.class, request.notes().get("strategy"));
    strategy.put("approach", "drop the old, callers are known");
    return host.structured(
        request,
        Optional.of(
            Map.of(
                "rationale",
                "nobody calls the old one",
                "updated_strategy",
                strategy,
                "remaining_questions",
                remaining)));
  }
}
