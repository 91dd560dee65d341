package dev.conclave.client.web;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.client.session.CallLine;
import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.client.view.Artifact;
import dev.conclave.client.view.DecisionLine;
import dev.conclave.client.view.DiffView;
import dev.conclave.client.view.ExecutionView;
import dev.conclave.client.view.GateView;
import dev.conclave.client.view.LedgerView;
import dev.conclave.client.view.Receipts;
import dev.conclave.client.view.RoundSummary;
import dev.conclave.client.view.Tone;
import dev.conclave.client.web.Graph.Item;
import dev.conclave.client.web.Sections.Section;
import dev.conclave.client.web.SessionFiles.Folder;
import dev.conclave.workflows.analyze.AnalysisTask;
import dev.conclave.workflows.analyze.AnalyzeState;
import dev.conclave.workflows.analyze.Discoveries.Discovery;
import dev.conclave.workflows.analyze.Discoveries.DiscoveryType;
import dev.conclave.workflows.analyze.TaskTable;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.context.Exploration;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.ReviewOutcome;
import dev.conclave.workflows.discussion.Severity;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.execute.ExecuteState;
import dev.conclave.workflows.execute.TaskRun;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.plan.PlanDraft;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.plan.RoundView;
import dev.conclave.workflows.review.ReviewState;
import dev.conclave.workflows.session.DiscussionState;
import dev.conclave.workflows.session.ExecutionLine;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.RoundRecord;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.text.Digests;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The sections that depend on the kind of session. */
public final class KindSections {
  /** The sections of each kind; a new kind needs an entry here. */
  private static final Map<KindSpec, BiConsumer<KindSections, SessionState<?>>> KINDS =
      Map.of(
          PlanState.KIND, (page, state) -> page.plan((PlanState) state),
          AnalyzeState.KIND, (page, state) -> page.analysis((AnalyzeState) state),
          ContextState.KIND, (page, state) -> page.context((ContextState) state),
          ReviewState.KIND, (page, state) -> page.review((ReviewState) state),
          ExecuteState.KIND, (page, state) -> page.execution((ExecuteState) state));

  private final SessionSnapshot now;
  private final SessionFiles files;
  private final Folder folder;
  private final List<String> languages;
  private final int wanted;
  private final List<Section> sections = new ArrayList<>();

  private KindSections(
      SessionSnapshot now, SessionFiles files, Folder folder, List<String> languages, int wanted) {
    this.now = now;
    this.files = files;
    this.folder = folder;
    this.languages = languages;
    this.wanted = wanted;
  }

  /**
   * Builds the sections of a session.
   *
   * @param language of the page, and of agents' texts where available
   * @param round the round whose ledger is shown; 0 for the last
   */
  static List<Section> of(
      SessionState<?> state, SessionSnapshot now, SessionFiles files, String language, int round) {
    KindSections page = new KindSections(now, files, files.of(state), List.of(language), round);
    KINDS.getOrDefault(state.kind(), (any, none) -> {}).accept(page, state);
    page.record(state);
    return page.sections;
  }

  private void add(String name, Object... model) {
    Map<String, Object> all = new HashMap<>();
    for (int i = 0; i < model.length; i += 2) {
      all.put((String) model[i], model[i + 1]);
    }
    sections.add(new Section(name, all));
  }

  private void plan(PlanState state) {
    state.plan().ifPresent(draft -> plan(state, draft));
    if (state.rounds().isEmpty()) {
      return;
    }
    RoundSummary round = summary(state);
    int shown = round.record().number();
    List<Artifact> artifacts =
        Stream.iterate(shown, number -> number > 0, number -> number - 1)
            .flatMap(number -> folder.artifact(number).stream())
            .toList();
    if (!round.solutions().isEmpty()) {
      boolean last = shown == state.rounds().size();
      add(
          "decision",
          "solutions",
          round.solutions(),
          "considered",
          round.considered(),
          "chosen",
          last ? state.selected().map(index -> index + 1).orElse(0) : 0,
          "decision",
          artifacts.stream().map(Artifact::decision).findFirst());
    }
    discussion(state, round);
    artifacts.stream()
        .findFirst()
        .ifPresent(newest -> add("topic", "topic", newest.discussionTopic()));
    Artifact.Files related =
        Artifact.Files.of(artifacts.stream().map(Artifact::relatedFiles).toList());
    if (!related.fileTree().isEmpty()) {
      add("files", "files", related, "graph", graph(related));
    }
    artifacts.stream()
        .map(Artifact::planning)
        .filter(Artifact.Planning::isSaid)
        .findFirst()
        .ifPresent(planning -> add("planning", "planning", planning));
    // Later rounds repeat events of earlier ones.
    Map<String, Artifact.Event> events = new LinkedHashMap<>();
    artifacts.stream()
        .flatMap(one -> one.decisionRecords().timeline().stream())
        .sorted(Comparator.comparing(Artifact.Event::timestamp))
        .forEach(one -> events.putIfAbsent(one.type() + " " + one.summary().en(), one));
    if (!events.isEmpty()) {
      add("records", "events", List.copyOf(events.values()));
    }
  }

  private void plan(PlanState state, PlanDraft draft) {
    Ledger ledger = state.last().map(Synthesis::ledger).orElse(Ledger.EMPTY);
    Plan plan = LedgerView.named(draft.plan(), Plan.class, ledger);
    List<Item> items = new ArrayList<>();
    for (PlanTask task : plan.tasks()) {
      String title = task.title();
      items.add(
          new Item(
              task.id(),
              title,
              task.action().toLowerCase(Locale.ROOT),
              "#task-" + task.id(),
              task.dependsOn()));
    }
    add(
        "plan",
        "plan",
        plan,
        "current",
        state.currentPlan().isPresent(),
        "account",
        draft.notes().stream().map(GateView::line).toList(),
        "graph",
        Graph.of(items),
        "document",
        folder.text("IMPL_PLAN.md").map(text -> LedgerView.named(text, String.class, ledger)));
  }

  private Optional<Synthesis> synthesis(DiscussionState<?> state, int number) {
    RoundRecord record = state.rounds().get(number - 1);
    return files
        .round(record.synthesis())
        .or(() -> number == state.rounds().size() ? state.last() : Optional.empty());
  }

  /** Returns the round that is wanted, else the last, with votes of earlier rounds. */
  private RoundSummary summary(DiscussionState<?> state) {
    int last = state.rounds().size();
    int shown = wanted < 1 || wanted > last ? last : wanted;
    RoundRecord record = state.rounds().get(shown - 1);
    List<Ledger> earlier =
        files
            .rounds(
                state.rounds().stream()
                    .filter(one -> one.number() < shown)
                    .filter(one -> one.direction() == record.direction())
                    .map(RoundRecord::synthesis)
                    .toList())
            .stream()
            .map(Synthesis::ledger)
            .toList();
    return RoundSummary.of(
        new RoundView(record, synthesis(state, shown), "rounds/" + shown + "/synthesis.json"),
        earlier,
        languages,
        state instanceof PlanState);
  }

  /** Adds the rounds of a discussion, and the results of the one shown. */
  private void discussion(DiscussionState<?> state) {
    if (!state.rounds().isEmpty()) {
      discussion(state, summary(state));
    }
  }

  private void discussion(DiscussionState<?> state, RoundSummary round) {
    boolean scored = state instanceof PlanState; // reviews do not measure convergence
    add(
        "rounds",
        "rounds",
        now.view().rounds(),
        "round",
        round,
        "shown",
        round.record().number(),
        "session",
        state.session(),
        "linked",
        true,
        "scored",
        scored);
    ledger(round.ledger());
  }

  /** Adds the ledger; conflicts have their own section. */
  private void ledger(LedgerView ledger) {
    for (LedgerView.Section section : ledger.sections()) {
      if (section.group() == LedgerView.Group.CONFLICTS) {
        // Open conflicts first.
        add(
            "conflicts",
            "conflicts",
            section.entries().stream()
                .sorted(Comparator.comparing(one -> one.tone() != Tone.CAREFUL))
                .toList());
      }
    }
    if (ledger.sections().stream().anyMatch(one -> one.group().ofPoints())) {
      add("ledger", "ledger", ledger);
    }
  }

  private static Graph graph(Artifact.Files related) {
    Map<String, List<String>> uses = new LinkedHashMap<>();
    for (Artifact.Dependency one : related.dependencyGraph()) {
      uses.computeIfAbsent(one.source(), any -> new ArrayList<>()).add(one.target());
      uses.computeIfAbsent(one.target(), any -> new ArrayList<>());
    }
    return Graph.of(
        uses.entrySet().stream()
            .map(
                one ->
                    new Item(
                        one.getKey(),
                        one.getKey(),
                        related.impactOn(one.getKey()),
                        "",
                        one.getValue()))
            .toList());
  }

  private void analysis(AnalyzeState state) {
    state
        .configuration()
        .ifPresent(
            configuration ->
                add(
                    "analysis",
                    "configuration",
                    configuration,
                    "conclusion",
                    state.table().stream()
                        .flatMap(table -> table.tasks().stream())
                        .filter(AnalysisTask::concluded)
                        .reduce((earlier, later) -> later)
                        .map(AnalysisTask::findings)));
    Map<String, List<DiscoveryLine>> discoveries = new LinkedHashMap<>();
    for (DiscoveryType type :
        List.of(
            DiscoveryType.CONCLUSION,
            DiscoveryType.RECOMMENDATION,
            DiscoveryType.DISCUSSION_POINT,
            DiscoveryType.ANALYSIS,
            DiscoveryType.PATTERN,
            DiscoveryType.EXPLORATION)) {
      List<Discovery> found = state.discoveries().of(type);
      // Discussed points are in the ledger.
      boolean discussed = type == DiscoveryType.DISCUSSION_POINT && state.discussionCount() > 0;
      if (!found.isEmpty() && !discussed) {
        discoveries.put(type.word(), found.stream().map(DiscoveryLine::of).toList());
      }
    }
    if (!discoveries.isEmpty()) {
      add("discoveries", "discoveries", discoveries, "gated", now.view().gate().isPresent());
    }
    ledger(LedgerView.of(state.ledger(), languages, false, ""));
    state.table().ifPresent(this::waves);
    report("context.md");
  }

  /**
   * A discovery with its evidence.
   *
   * @param id the same when others join its list
   */
  public record DiscoveryLine(
      String id,
      String worker,
      String perspective,
      String confidence,
      String priority,
      String headline,
      String detail) {
    static DiscoveryLine of(Discovery one) {
      List<String> said =
          switch (one.type()) {
            case EXPLORATION -> texts(one, "file", "summary");
            case ANALYSIS -> texts(one, "insight", "evidence", "file_ref");
            case PATTERN -> texts(one, "name", "description", "file");
            case DISCUSSION_POINT -> texts(one, "topic", "convergence", "open_questions");
            case RECOMMENDATION -> texts(one, "action", "rationale");
            case CONCLUSION -> texts(one, "point", "evidence");
          };
      String all = one.worker() + " " + one.type() + " " + String.join("\n", said);
      return new DiscoveryLine(
          Digests.sha256(all).substring(0, 12),
          one.worker(),
          one.text("perspective"),
          one.text("confidence"),
          one.text("priority"),
          said.get(0),
          String.join("\n", said.subList(1, said.size())));
    }

    private static List<String> texts(Discovery one, String... fields) {
      return Stream.of(fields).map(one::text).filter(text -> !text.isEmpty()).toList();
    }
  }

  private void waves(TaskTable table) {
    List<Item> items = new ArrayList<>();
    for (AnalysisTask task : table.tasks()) {
      String look = Words.of(task.status());
      items.add(new Item(task.id(), task.title(), look, "#task-" + task.id(), task.deps()));
    }
    add("tasks", "tasks", table.tasks(), "graph", Graph.of(items));
  }

  private void context(ContextState state) {
    if (!state.conflicts().isEmpty()) {
      add("strategies", "conflicts", state.conflicts(), "resolutions", state.resolutions());
    }
    state
        .draftedEdits()
        .ifPresent(drawn -> add("changes", "drawn", drawn, "gated", now.view().gate().isPresent()));
    folder
        .as("context-package.json", ContextPackageView.class)
        .ifPresent(whole -> add("package", "whole", whole));
    if (!state.explorations().isEmpty()) {
      add(
          "explorations",
          "explorations",
          state.explorations().stream().map(ExplorationView::of).toList());
    }
  }

  /**
   * Findings of one angle.
   *
   * @param agent empty if the angle failed
   * @param parts lists of findings by name
   */
  public record ExplorationView(
      String angle, String agent, String summary, Map<String, List<String>> parts) {
    static ExplorationView of(Exploration made) {
      Map<String, List<String>> parts = new LinkedHashMap<>();
      made.structuredReply()
          .ifPresent(
              said ->
                  said.fields()
                      .forEachRemaining(
                          field -> {
                            if (field.getValue().isArray() && !field.getValue().isEmpty()) {
                              parts.put(field.getKey().replace('_', ' '), texts(field.getValue()));
                            }
                          }));
      return new ExplorationView(
          made.angle(),
          made.reply().map(reply -> reply.receipt().agent()).orElse(""),
          made.summary(),
          parts);
    }

    /** Returns one line per entry: its text, or the values of an object. */
    private static List<String> texts(JsonNode list) {
      List<String> texts = new ArrayList<>();
      for (JsonNode entry : list) {
        List<String> values = new ArrayList<>();
        (entry.isObject() ? entry : List.of(entry))
            .forEach(
                value ->
                    values.add(
                        value.isValueNode() ? value.asText() : String.join(", ", texts(value))));
        texts.add(
            values.stream().filter(text -> !text.isBlank()).collect(Collectors.joining(" · ")));
      }
      return texts;
    }
  }

  private void review(ReviewState state) {
    state.change().ifPresent(change -> add("change", "change", change));
    state
        .outcome()
        .ifPresent(
            outcome -> {
              findings(state, outcome);
              if (!outcome.criteria().isEmpty()) {
                add("criteria", "criteria", outcome.criteria());
              }
            });
    discussion(state);
  }

  private void execution(ExecuteState state) {
    ExecutionLine line = now.view().execution();
    if (line == null) {
      return;
    }
    Map<String, List<ExecutionLine.TaskLine>> lanes = new LinkedHashMap<>();
    List.of("waiting", "running", "checking", "failed", "skipped", "done")
        .forEach(
            status -> {
              List<ExecutionLine.TaskLine> there =
                  line.tasks().stream().filter(task -> task.status().equals(status)).toList();
              if (!there.isEmpty()) {
                lanes.put(status, there);
              }
            });
    add(
        "execution",
        "line",
        line,
        "lanes",
        lanes,
        "byHand",
        TaskRun.BY_HAND,
        "view",
        ExecutionView.of(now.view(), line));
    if (!line.criteria().isEmpty()) {
      add("criteria", "criteria", line.criteria());
    }
    ReviewOutcome review = line.review();
    List<ReviewOutcome.Judged> findings = review == null ? List.of() : review.findings();
    folder
        .text("changes.diff")
        .map(text -> DiffView.of(text, findings))
        .filter(diff -> !diff.files().isEmpty())
        .ifPresent(
            diff ->
                add(
                    "diff",
                    "diff",
                    diff,
                    "hidden",
                    state.subject().map(one -> one.change().notShown()).orElse(List.of()),
                    "fixes",
                    now.view().gate().stream()
                        .anyMatch(gate -> gate.kinds().contains(AnswerKind.FIX))));
    if (review != null) {
      findings(state, review);
    }
    report("EXECUTION.md");
    discussion(state);
  }

  private void report(String file) {
    folder.text(file).ifPresent(text -> add("report", "file", file, "document", text));
  }

  private void findings(DiscussionState<?> state, ReviewOutcome outcome) {
    Ledger ledger = state.last().map(Synthesis::ledger).orElse(Ledger.EMPTY);
    Map<Severity, List<ReviewOutcome.Judged>> bySeverity = new EnumMap<>(Severity.class);
    outcome
        .findings()
        .forEach(
            one -> bySeverity.computeIfAbsent(one.severity(), any -> new ArrayList<>()).add(one));
    add(
        "findings",
        "outcome",
        outcome,
        "severities",
        bySeverity,
        "reporters",
        reporters(outcome, ledger));
  }

  /** Returns the agents that report each finding, apart from those that only agree. */
  static Map<String, List<String>> reporters(ReviewOutcome outcome, Ledger ledger) {
    Map<String, Ledger.Statement> statements = ledger.byId();
    Map<String, List<Ledger.Statement>> reports = new HashMap<>();
    for (Ledger.Point point : ledger.points()) {
      reports.put(
          point.id(),
          point.members().stream()
              .flatMap(id -> Stream.ofNullable(statements.get(id)))
              .filter(said -> said.finding() != null)
              .toList());
    }
    Map<String, List<String>> reporters = new HashMap<>();
    for (ReviewOutcome.Judged one : outcome.findings()) {
      List<Ledger.Statement> said = reports.getOrDefault(one.id(), List.of());
      List<String> still =
          said.stream()
              .filter(report -> !report.withdrawn())
              .map(Ledger.Statement::agent)
              .distinct()
              .toList();
      // A later review numbers its points from 1 again.
      boolean known = said.stream().anyMatch(report -> one.finding().equals(report.finding()));
      reporters.put(one.id(), known && !still.isEmpty() ? still : one.by());
    }
    return reporters;
  }

  /** Adds decisions, calls, and where the documents are if on another host. */
  private void record(SessionState<?> state) {
    if (!state.decisions().isEmpty()) {
      List<DecisionLine> lines =
          state.decisions().stream().map(one -> DecisionLine.of(one, languages)).toList();
      add("decisions", "decisions", lines);
    }
    List<CallLine> calls = CallLine.of(state, List.of(), state.updatedAt());
    if (!calls.isEmpty()) {
      add("calls", "receipts", Receipts.of(calls));
    }
    if (!folder.elsewhere().isEmpty()) {
      add("elsewhere", "where", folder.elsewhere(), Section.LISTED, false);
    }
  }
}
