package dev.conclave.activities.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.agent.PromptContext.Piece;
import dev.conclave.activities.discussion.Aliases;
import dev.conclave.activities.discussion.LedgerRules;
import dev.conclave.activities.discussion.LenientJson;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.document.Resources;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.Change.Diff;
import dev.conclave.workflows.api.ContextPackage;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Point.PointKind;
import dev.conclave.workflows.discussion.Ledger.Point.PointState;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.host.PlanPreview.SentFile;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.WireMapper;
import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.loader.StringLoader;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes prompts from the templates in this package. Thread-safe.
 *
 * @param perspectives maps an agent's name to its perspective
 * @param redact removes secrets
 */
public record PromptWriter(
    DocumentStore documents, UnaryOperator<String> perspectives, UnaryOperator<String> redact) {
  private static final Set<String> BILINGUAL = Set.of("analyst-1", "ballot-1", "moderator-1");
  private static final int QUOTED_BYTES = 16 << 10;

  /** Document with a full context as Markdown. */
  private static final String BRIEFING = "briefing";

  private static final String CONTEXT = "context";

  /** Document with the change under review. */
  static final String CHANGE = "change";

  /** Maximum number of files listed whose diff is not shown. */
  private static final int NAMED = 60;

  /** Fields of a solution that rank it among others or that the ledger shows. */
  private static final List<String> RANKED =
      List.of(
          ("score seed_score score_from entry ranked_first_by verified cited summary feasibility"
                  + " open_conflicts")
              .split(" "));

  /** Documents that say where to look, not what is asked. */
  static final Set<String> BACKGROUND = Set.of(CONTEXT, BRIEFING);

  private static final PebbleEngine ENGINE =
      new PebbleEngine.Builder()
          .loader(new StringLoader())
          .autoEscaping(false)
          .strictVariables(true)
          .build();

  static final Map<String, String> FORMS =
      Map.ofEntries(
          Map.entry("analyst-1", "analysis"),
          Map.entry("ballot-1", "ballot"),
          Map.entry("moderator-1", "moderation"),
          Map.entry("reviewer-1", "review"),
          Map.entry("topic-analyzer-1", "topic"),
          Map.entry("explorer-1", "exploration"),
          Map.entry("perspective-1", "perspective"),
          Map.entry("synthesizer-1", "conclusion"),
          Map.entry("context-explorer-1", "context-exploration"),
          Map.entry("conflict-analyst-1", "conflicts"),
          Map.entry("conflict-clarifier-1", "clarification"),
          Map.entry("planner-1", "plan-reply"));

  /**
   * Returns the prompt of a request, with secrets redacted.
   *
   * @param directory the agent's working folder, from which code is quoted
   */
  public String write(AskRequest request, Path directory) {
    Fence fence = Fence.random();
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("fence", fence.word());
    String project = project(request, directory, fence);
    model.put("task", fence.around("task", request.task()) + project);
    model.put("guided", !project.isEmpty());
    model.put("direction", notes(request, fence, "direction"));
    if (request.role() != Role.EXECUTOR) {
      form(request, model);
    }
    // These forms have fields for both languages; the others are in the session's first.
    boolean bilingual = BILINGUAL.contains(request.template()) && request.role() != Role.REVIEWER;
    model.put(
        "chinese",
        bilingual
            ? request.languages().contains(Language.ZH.tag())
            : Language.of(request.languages()) == Language.ZH);
    // One fence for all files: a fence for each would be a sixth of the prompt.
    String code = code(request, directory).stream().map(Piece::text).collect(Collectors.joining());
    model.put("context", code.isEmpty() ? "" : fence.around("workspace and files", code));
    model.put("mapped", hasNoMapYet(request));
    model.put("briefed", request.documents().containsKey(BRIEFING));
    Ledger known = ledger(request);
    boolean votes = request.role() != Role.PLANNER && request.role() != Role.SYNTHESIZER;
    Aliases aliases = votes ? Aliases.of(request.callId(), known) : Aliases.NONE;
    String decided = request.notes().getOrDefault("decided", "");
    PromptLedger ledger = new PromptLedger(known, request.round(), aliases, fence, decided);
    switch (request.role()) {
      case ANALYST -> analyst(request, fence, ledger, model);
      case REVIEWER -> {
        analyst(request, fence, ledger, model);
        Diff diff = read(request, CHANGE, Diff.class).orElseThrow();
        List<String> change = new ArrayList<>();
        if (!diff.words().isBlank()) {
          change.add(fence.around("what its author says", diff.words()));
        }
        change.add(fence.around("diff", diff.text()));
        model.put("change", change);
        model.put("notshown", notShown(diff, fence));
        model.put("criteria", ledger.criteria());
        model.put("constraints", notes(request, fence, "constraints"));
      }
      case MODERATOR -> moderator(request, fence, ledger, model);
      case PLANNER -> planner(request, fence, ledger, model);
      case EXPLORER -> assignment(request, fence, model);
      case SYNTHESIZER -> {
        assignment(request, fence, model);
        model.put("ledger", ledger.forSynthesis());
      }
      case CONTEXT_EXPLORER, CONFLICT_ANALYST, CONFLICT_CLARIFIER -> {
        PromptExplorations explored = new PromptExplorations(documents, request, fence);
        model.put("sources", explored.texts("sources"));
        model.put("planning", explored.texts("planning"));
        model.put("explorations", explored.explorations());
        model.put("angle", request.notes().getOrDefault("angle", ""));
        model.put("human", notes(request, fence, "decided"));
        List.of("conflict", "strategy", "answers")
            .forEach(name -> model.put(name, notes(request, fence, name)));
      }
      case EXECUTOR -> executor(request, fence, model);
      case TOPIC_ANALYZER -> {} // needs only its task and its tree
    }
    String prompt = render(request.template(), model);
    return redact.apply(request.repair().isEmpty() ? prompt : prompt + repair(request, fence));
  }

  private void form(AskRequest request, Map<String, Object> model) {
    boolean reviews = request.role() == Role.REVIEWER;
    String form =
        "/schemas/" + (reviews ? "review" : Objects.requireNonNull(FORMS.get(request.template())));
    model.put("schema", schema(Resources.text(PromptWriter.class, form + ".json"), request));
    ObjectNode example = read(Resources.text(PromptWriter.class, form + "-example.json"));
    drop(example, notAsked(request));
    model.put("example", example.toString());
  }

  /** Returns how many bytes of each file {@link #write} puts into the prompt, before redaction. */
  public List<SentFile> sentFiles(AskRequest request, Path directory) {
    return Stream.concat(project(request, directory).stream(), code(request, directory).stream())
        .filter(piece -> !piece.path().isEmpty())
        .collect(
            Collectors.groupingBy(
                Piece::path, LinkedHashMap::new, Collectors.summingLong(Piece::bytes)))
        .entrySet()
        .stream()
        .map(file -> new SentFile(file.getKey(), file.getValue()))
        .toList();
  }

  /**
   * Returns the project's own records; falls back to the workspace, since a moderator's folder is
   * empty.
   */
  private static List<Piece> project(AskRequest request, Path directory) {
    List<Piece> here = new PromptContext(directory, null).project();
    Path workspace = Path.of(request.workspace().path());
    return here.isEmpty() ? new PromptContext(workspace, null).project() : here;
  }

  private static String project(AskRequest request, Path directory, Fence fence) {
    String records =
        project(request, directory).stream().map(Piece::text).collect(Collectors.joining());
    return records.isEmpty()
        ? ""
        : "\n\n" + render("project-1", Map.of("project", fence.around("project", records))).strip();
  }

  private List<Piece> code(AskRequest request, Path directory) {
    PromptContext context =
        new PromptContext(
            directory,
            read(request, CONTEXT, ContextPackage.class).flatMap(ContextPackage::map).orElse(null));
    Ledger ledger = ledger(request);
    int bytes = request.contextBytes();
    return switch (request.role()) {
      case MODERATOR,
          REVIEWER,
          TOPIC_ANALYZER,
          EXPLORER,
          SYNTHESIZER,
          CONTEXT_EXPLORER,
          CONFLICT_ANALYST,
          CONFLICT_CLARIFIER ->
          List.of();
      case EXECUTOR -> context.forPlanner(List.of(), placesOfTask(request), bytes);
      case PLANNER -> {
        List<CodeLocation> places =
            solution(request)
                .map(chosen -> WireMapper.get().convertValue(chosen, Solution.class))
                .map(Solution::affectedFiles)
                .orElse(List.of());
        Piece first = new Piece("", Cut.lines(briefing(request), bytes / 2));
        List<Piece> pieces = new ArrayList<>(List.of(first));
        pieces.addAll(
            context.forPlanner(places, PromptLedger.agreedPlaces(ledger), bytes - first.bytes()));
        yield pieces;
      }
      case ANALYST ->
          hasNoMapYet(request)
              ? context.first(briefing(request), bytes)
              : context.later(
                  PromptLedger.disputedPlaces(ledger, request.voter()),
                  PromptLedger.openPlaces(ledger, request.voter()),
                  bytes);
    };
  }

  private static List<CodeLocation> placesOfTask(AskRequest request) {
    String task = request.notes().getOrDefault("task", "{}");
    return read(task)
        .path("files")
        .valueStream()
        .map(file -> new LenientJson((ObjectNode) file).place())
        .toList();
  }

  private String briefing(AskRequest request) {
    return read(request, BRIEFING, JsonNode.class)
        .map(full -> full.at("/_briefing/text").asText())
        .orElse("");
  }

  private <T> Optional<T> read(AskRequest request, String name, Class<T> type) {
    return Optional.ofNullable(request.documents().get(name)).map(ref -> documents.read(ref, type));
  }

  private Ledger ledger(AskRequest request) {
    return LedgerRules.of(documents, request).orElse(Ledger.EMPTY);
  }

  private boolean hasNoMapYet(AskRequest request) {
    return ledger(request).statements().stream()
        .noneMatch(said -> said.agent().equals(request.voter()));
  }

  private Optional<JsonNode> solution(AskRequest request) {
    String name = request.notes().getOrDefault("solution", "");
    return read(request, LedgerRules.DOCUMENT, JsonNode.class).stream()
        .flatMap(round -> round.path("solutions").valueStream())
        .filter(solution -> solution.path("name").asText().equals(name))
        .findFirst();
  }

  private void analyst(
      AskRequest request, Fence fence, PromptLedger ledger, Map<String, Object> model) {
    assignment(request, fence, model);
    String agent = request.voter();
    model.put("change", List.of());
    List<String> human = notes(request, fence, "decided", "clarifications", "feedback");
    model.put("human", ledger.hidden(human));
    model.put("serial", request.notes().containsKey("serial"));
    model.put("approaches", !ledger.ledger().approaches().isEmpty());
    List<String> shown = ledger.ballot(agent);
    model.put("ledger", shown);
    model.put("points", ledger.unvoted("P", agent));
    model.put("conflicts", ledger.unvoted("C", agent));
    model.put("merged", !ledger.ledger().toConfirm().isEmpty());
    model.put("again", ledger.hasVoted(agent));
    model.put("voted", ledger.voted(agent));
    List<String> own = ledger.own(agent, shown, request.role() == Role.REVIEWER);
    model.put("own", own);
    model.put("missing", PromptLedger.isAnyMissing(shown, own));
    model.put("agreed", !ledger.ledger().points(PointState.AGREED).isEmpty());
    model.put("grouped", ledger.ledger().approaches().stream().anyMatch(entry -> !entry.whole()));
    model.put(
        "noted",
        ledger.ledger().points().stream().anyMatch(point -> point.kind() == PointKind.NOTE));
  }

  /** Adds the assignment of an analysis task; in a planning session its notes are empty. */
  private void assignment(AskRequest request, Fence fence, Map<String, Object> model) {
    boolean own = request.notes().containsKey(AskRequest.PERSPECTIVE);
    model.put("perspective", own ? request.voter() : perspectives.apply(request.agent()));
    model.put("assignment", String.join("", notes(request, fence, "assignment")));
    model.put("previous", notes(request, fence, "previous"));
    model.put("discoveries", notes(request, fence, "discoveries"));
    model.put("human", notes(request, fence, "decided"));
  }

  private static String notShown(Diff diff, Fence fence) {
    List<String> files =
        diff.notShown().stream()
            .limit(NAMED)
            .map(one -> one.path() + " (" + one.reason() + ")")
            .collect(Collectors.toCollection(ArrayList::new));
    int more = diff.notShown().size() - files.size();
    if (more > 0) {
      files.add("and " + more + " more");
    }
    return files.isEmpty() ? "" : fence.around("files", String.join("\n", files));
  }

  private static void moderator(
      AskRequest request, Fence fence, PromptLedger ledger, Map<String, Object> model) {
    List<String> human = notes(request, fence, "decided", "clarifications", "feedback");
    model.put("human", ledger.hidden(human));
    List<String> statements = ledger.fresh();
    // Without new statements it only rewords points, or moves their members to others.
    List<String> known = statements.isEmpty() ? ledger.knownPoints() : ledger.known();
    List<String> unclear = ledger.unclear();
    model.put("ledger", known);
    model.put("statements", statements);
    model.put("missing", PromptLedger.isAnyMissing(statements, known, unclear));
    model.put("proposals", PromptLedger.hasNewApproaches(ledger.ledger(), request.round()));
    model.put("decides", request.notes().containsKey("decided"));
    model.put("unclear", unclear);
    model.put("review", request.notes().containsKey("review"));
  }

  private void planner(
      AskRequest request, Fence fence, PromptLedger ledger, Map<String, Object> model) {
    JsonNode chosen = solution(request).orElse(MissingNode.getInstance());
    Set<String> concerns = new HashSet<>();
    chosen.path("technical_concerns").forEach(one -> concerns.add(one.asText()));
    String solution =
        chosen instanceof ObjectNode fields
            ? planned(fields)
            : request.notes().getOrDefault("solution", "");
    List<String> modify = notes(request, fence, "modify");
    if (!modify.isEmpty()) {
      read(request, "previous-plan", JsonNode.class)
          .ifPresent(plan -> modify.add(fence.around("previous plan", replied(plan))));
    }
    model.put("solution", fence.around("solution", solution));
    model.put("concerned", !concerns.isEmpty());
    model.put("consensus", ledger.forPlan(concerns));
    model.put(
        "constraints", notes(request, fence, "constraints", "scope-included", "scope-excluded"));
    model.put("wishes", notes(request, fence, "wishes"));
    model.put("scoped", !notes(request, fence, "scope-included", "scope-excluded").isEmpty());
    model.put("modify", modify);
    model.put("human", notes(request, fence, "decided", "unanswered", "clarifications"));
  }

  /** Returns a plan in the form of the planner's schema. */
  private static String replied(JsonNode plan) {
    ObjectNode reply = plan.deepCopy();
    reply.remove(List.of("degraded", "left_out"));
    String complexity = reply.path("complexity").asText("medium");
    reply.put(
        "complexity",
        complexity.substring(0, 1).toUpperCase(Locale.ROOT) + complexity.substring(1));
    for (JsonNode task : reply.path("tasks")) {
      JsonNode risks = task.path("risks");
      ArrayNode pairs = ((ObjectNode) task).putArray("risks");
      for (JsonNode risk : risks) {
        String text = risk.asText();
        int at = text.indexOf(PlanTask.MITIGATION);
        ObjectNode pair = pairs.addObject().put("risk", at < 0 ? text : text.substring(0, at));
        if (at >= 0) {
          pair.put("mitigation", text.substring(at + PlanTask.MITIGATION.length()));
        }
      }
    }
    return reply.toString();
  }

  private void executor(AskRequest request, Fence fence, Map<String, Object> model) {
    model.put(
        "work",
        Stream.ofNullable(request.notes().get("task"))
            .map(task -> fence.around("task of the plan", task))
            .toList());
    model.put("human", notes(request, fence, "hint"));
    List.of("plan", "constraints", "findings", "earlier", "setup", "checks")
        .forEach(name -> model.put(name, notes(request, fence, name)));
    List<String> failed = notes(request, fence, "failed");
    Optional.ofNullable(request.documents().get("failure"))
        .map(output -> fence.around("output", documents.text(output)))
        .ifPresent(failed::add);
    model.put("failed", failed);
    Optional<Diff> diff = read(request, "diff", Diff.class);
    model.put("diff", diff.map(one -> fence.around("diff", one.text())).orElse(""));
    model.put("notshown", diff.map(one -> notShown(one, fence)).orElse(""));
  }

  private static String planned(ObjectNode solution) {
    solution.remove(RANKED);
    if (solution.path("implementation_plan") instanceof ObjectNode plan) {
      plan.remove(List.of("execution_flow", "milestones"));
      if (plan.path("approach").equals(solution.path("description"))) {
        plan.remove("approach");
      }
    }
    solution
        .properties()
        .removeIf(field -> field.getValue().isArray() && field.getValue().isEmpty());
    return solution.toString();
  }

  private String repair(AskRequest request, Fence fence) {
    List<String> errors =
        request.repair().stream().map(error -> fence.around("error", error)).toList();
    String reply =
        request
            .previousReply()
            .map(ref -> fence.around("answer", quoted(documents.get(ref))))
            .orElse("(it is not kept)");
    return render("repair-1", Map.of("errors", errors, "reply", reply));
  }

  /** Returns a reply, or its beginning and end. Omits a character divided by the cut. */
  private static String quoted(byte[] reply) {
    if (reply.length <= QUOTED_BYTES) {
      return new String(reply, StandardCharsets.UTF_8);
    }
    String gap = "\n[… %,d bytes left out …]\n".formatted(reply.length - QUOTED_BYTES);
    int half = QUOTED_BYTES / 2 - gap.length();
    String head = new String(reply, 0, half, StandardCharsets.UTF_8);
    String tail = new String(reply, reply.length - half, half, StandardCharsets.UTF_8);
    return head.replaceFirst("(?<!\uFFFD)\uFFFD+$", "") + gap + tail.replaceFirst("^\uFFFD+", "");
  }

  private static List<String> notes(AskRequest request, Fence fence, String... names) {
    return Stream.of(names)
        .filter(name -> !request.notes().getOrDefault(name, "").isBlank())
        .map(name -> fence.around(name, request.notes().getOrDefault(name, "")))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private Predicate<String> notAsked(AskRequest request) {
    Ledger ledger = ledger(request);
    Set<String> fields = new HashSet<>();
    boolean chinese = request.languages().contains("zh");
    if (request.template().equals("ballot-1") && !request.notes().containsKey("serial")) {
      fields.addAll(List.of("tasks", "risk", "maintainability", "performance_impact"));
      if (ledger.conflicts().stream().noneMatch(Ledger.Conflict::open)) {
        fields.add("conflicts");
      }
      if (ledger.approaches().isEmpty() || !ledger.votedOn(request.voter()).isEmpty()) {
        fields.add("implementation_approaches");
      }
    }
    if (request.role() == Role.MODERATOR) {
      boolean review = request.notes().containsKey("review");
      if (review) {
        fields.add("questions");
      }
      if (review || !PromptLedger.hasNewApproaches(ledger, request.round())) {
        fields.add("approaches");
      }
      if (!request.notes().containsKey("decided")) {
        fields.add("against");
      }
    }
    if (!request.documents().containsKey("planning")) {
      fields.add("modifications");
    }
    if (request.role() == Role.REVIEWER) {
      boolean votes = request.template().equals("ballot-1");
      fields.addAll(votes ? List.of("criteria") : List.of("votes", "conflicts", "withdrawn"));
      if (ledger.points().isEmpty()) {
        fields.add("criteria");
      }
    }
    return field ->
        fields.contains(field) || (!chinese && (field.equals("zh") || field.endsWith("_zh")));
  }

  /** Returns the schema on one line, without title, unwanted fields and unused definitions. */
  private String schema(String schema, AskRequest request) {
    ObjectNode form = read(schema);
    form.remove(List.of("$schema", "$id", "title", "description"));
    drop(form, notAsked(request));
    if (form.at("/properties/recommended_execution") instanceof ObjectNode execution) {
      String here = request.notes().getOrDefault(AskRequest.EXECUTORS, "");
      String named = here.isEmpty() ? "" : " Agent is one of those here: " + here + ".";
      execution.put("description", execution.path("description").asText() + named);
      if (!request.offersCodex()) {
        execution.putArray("enum").add("Agent");
      }
    }
    // What other keywords imply, and minimum lengths, only cost space in a prompt.
    String text =
        form.toString()
            .replaceAll(
                "\"type\":\"(?:object|array)\",(?=\"(?:required|properties|items|minItems|maxItems)\")",
                "")
            .replace("\"type\":\"string\",\"enum\"", "\"enum\"")
            .replaceAll(",\"minLength\":1(?=[,}])", "")
            .replace(",\"pattern\":\"\\\\S\"", "");
    return inlined(read(text)).toString();
  }

  /** Replaces references by their definitions where that is not longer. */
  private static ObjectNode inlined(ObjectNode schema) {
    ObjectNode form = schema;
    for (String name : schema.path("$defs").propertyStream().map(Map.Entry::getKey).toList()) {
      String definition = form.at("/$defs/" + name).toString();
      String inner = definition.substring(1, definition.length() - 1);
      String reference = "\"$ref\":\"#/$defs/" + name + "\"";
      String text = form.toString();
      int uses = (text.length() - text.replace(reference, "").length()) / reference.length();
      if (uses * (inner.length() - reference.length()) <= definition.length() + name.length()) {
        ((ObjectNode) form.path("$defs")).remove(name);
        form = read(form.toString().replace(reference, inner));
      }
    }
    if (form.path("$defs").isEmpty()) {
      form.remove("$defs");
    }
    return form;
  }

  private static ObjectNode read(String json) {
    try {
      return (ObjectNode) WireMapper.get().readTree(json);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("invalid JSON", e);
    }
  }

  private static void drop(JsonNode node, Predicate<String> notAsked) {
    if (node instanceof ObjectNode fields) {
      fields.properties().removeIf(field -> notAsked.test(field.getKey()));
    }
    node.forEach(one -> drop(one, notAsked));
  }

  private static String render(String template, Map<String, Object> model) {
    // Pebble removes the line break after a closing tag; prompts need it.
    String text = Resources.text(PromptWriter.class, template + ".peb").replace("}}\n", "}}\n\n");
    StringWriter prompt = new StringWriter();
    try {
      ENGINE.getTemplate(text).evaluate(prompt, model);
    } catch (IOException e) {
      throw new UncheckedIOException("template " + template, e);
    }
    return prompt.toString();
  }
}
