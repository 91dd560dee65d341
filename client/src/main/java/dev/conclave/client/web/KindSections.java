package dev.conclave.client.web;

import dev.conclave.client.session.CallLine;
import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.client.view.Artifact;
import dev.conclave.client.view.ContextPackageView;
import dev.conclave.client.view.DecisionLine;
import dev.conclave.client.view.DiffView;
import dev.conclave.client.view.DiscoveryView;
import dev.conclave.client.view.ExecutionView;
import dev.conclave.client.view.ExplorationView;
import dev.conclave.client.view.FindingReporters;
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
import dev.conclave.workflows.analyze.TaskTable;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.context.ContextState;
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
import dev.conclave.workflows.session.SessionView.TaskLine;
import dev.conclave.workflows.session.StatementNames;
import dev.conclave.workflows.text.Words;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
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

  private static final int FEW_FILES = 8;

  /** The section with links to files, which a saved document cannot open. */
  static final String FILES = "documents";

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
    KINDS.getOrDefault(state.kind(), (any, none) -> {}).accept(page, state.named());
    page.record(state);
    return page.sections;
  }

  private Section add(String name) {
    Section section = new Section(name, new HashMap<>());
    sections.add(section);
    return section;
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
      add("decision")
          .with("solutions", round.solutions())
          .with("considered", round.considered())
          .with("chosen", last ? state.selected().map(index -> index + 1).orElse(0) : 0)
          .with("decision", artifacts.stream().map(Artifact::decision).findFirst());
    }
    discussion(state, round);
    artifacts.stream()
        .findFirst()
        .ifPresent(newest -> add("topic").with("topic", newest.discussionTopic()));
    Artifact.Files related =
        Artifact.Files.of(artifacts.stream().map(Artifact::relatedFiles).toList());
    if (!related.fileTree().isEmpty()) {
      add("files").with("files", related).with("graph", graph(related));
    }
    artifacts.stream()
        .map(Artifact::planning)
        .filter(Artifact.Planning::isSaid)
        .findFirst()
        .ifPresent(planning -> add("planning").with("planning", planning));
    // Later rounds repeat events of earlier ones.
    Map<String, Artifact.Event> events = new LinkedHashMap<>();
    artifacts.stream()
        .flatMap(one -> one.decisionRecords().timeline().stream())
        .sorted(Comparator.comparing(Artifact.Event::timestamp))
        .forEach(one -> events.putIfAbsent(one.type() + " " + one.summary().en(), one));
    if (!events.isEmpty()) {
      add("records").with("events", List.copyOf(events.values()));
    }
  }

  private void plan(PlanState state, PlanDraft draft) {
    Plan plan = draft.plan();
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
    add("plan")
        .with("plan", plan)
        .with("current", state.currentPlan().isPresent())
        .with("account", draft.notes().stream().map(GateView::line).toList())
        .with("graph", Graph.of(items))
        .with(
            "document",
            folder
                .text("IMPL_PLAN.md")
                .map(text -> StatementNames.of(state.ledger()).in(text, String.class)));
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
    add("rounds")
        .with("rounds", now.view().rounds())
        .with("round", round)
        .with("shown", round.record().number())
        .with("session", state.session())
        .with("linked", true)
        .with("scored", scored);
    ledger(round.ledger());
  }

  /** Adds the ledger; conflicts have their own section. */
  private void ledger(LedgerView ledger) {
    for (LedgerView.Section section : ledger.sections()) {
      if (section.group() == LedgerView.Group.CONFLICTS) {
        // Open conflicts first.
        add("conflicts")
            .with(
                "conflicts",
                section.entries().stream()
                    .sorted(Comparator.comparing(one -> one.tone() != Tone.CAREFUL))
                    .toList());
      }
    }
    if (ledger.sections().stream().anyMatch(one -> one.group().ofPoints())) {
      add("ledger").with("ledger", ledger);
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
                add("analysis")
                    .with("configuration", configuration)
                    .with(
                        "conclusion",
                        state.table().stream()
                            .flatMap(table -> table.tasks().stream())
                            .filter(AnalysisTask::concluded)
                            .reduce((earlier, later) -> later)
                            .map(AnalysisTask::findings)));
    Map<String, List<DiscoveryView>> discoveries = DiscoveryView.of(state);
    if (!discoveries.isEmpty()) {
      add("discoveries")
          .with("discoveries", discoveries)
          .with("gated", now.view().gate().isPresent());
    }
    ledger(LedgerView.of(state.ledger(), languages, false, ""));
    state.table().ifPresent(this::waves);
    report("context.md");
  }

  /** Returns the start of each task on which agents work now. */
  private Map<String, Instant> since(Stream<String> tasks) {
    Map<String, Instant> since = new HashMap<>();
    tasks.forEach(id -> now.view().workingSince(id).ifPresent(at -> since.put(id, at)));
    return since;
  }

  private void waves(TaskTable table) {
    Map<String, Instant> since = since(table.tasks().stream().map(AnalysisTask::id));
    List<Item> items = new ArrayList<>();
    for (AnalysisTask task : table.tasks()) {
      String look = since.containsKey(task.id()) ? "running" : Words.of(task.status());
      items.add(new Item(task.id(), task.title(), look, "#task-" + task.id(), task.deps()));
    }
    List<AnalysisTask> done = table.with(AnalysisTask.Status.COMPLETED);
    add("tasks")
        .with("since", since)
        .with("done", done)
        .with("open", table.tasks().stream().filter(one -> !done.contains(one)).toList())
        .with("graph", Graph.of(items));
  }

  private void context(ContextState state) {
    if (!state.conflicts().isEmpty()) {
      add("strategies")
          .with("conflicts", state.conflicts())
          .with("resolutions", state.resolutions());
    }
    state
        .draftedEdits()
        .ifPresent(
            drawn ->
                add("changes").with("drawn", drawn).with("gated", now.view().gate().isPresent()));
    folder
        .as("context-package.json", ContextPackageView.class)
        .ifPresent(
            whole -> {
              Set<String> cited = state.citedFiles();
              List<ContextPackageView.Ranked> files = whole.assets().ranked(cited);
              long first = files.stream().filter(one -> cited.contains(one.path())).count();
              int shown = (int) Math.min(FEW_FILES, first == 0 ? files.size() : first);
              add("package")
                  .with("whole", whole)
                  .with("files", files.subList(0, shown))
                  .with("rest", files.subList(shown, files.size()));
            });
    List<String> ahead =
        now.view().tasks().stream()
            .filter(part -> part.wave() == 1 && part.status().equals("pending"))
            .map(TaskLine::perspective)
            .toList();
    if (!state.explorations().isEmpty() || !ahead.isEmpty()) {
      add("explorations")
          .with("explorations", state.explorations().stream().map(ExplorationView::of).toList())
          .with("ahead", ahead)
          .with("since", since(ahead.stream()));
    }
    report("planning-notes.md");
  }

  private void review(ReviewState state) {
    state.change().ifPresent(change -> add("change").with("change", change));
    state
        .outcome()
        .ifPresent(
            outcome -> {
              findings(state, outcome);
              if (!outcome.criteria().isEmpty()) {
                add("criteria").with("criteria", outcome.criteria());
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
    add("execution")
        .with("since", since(line.tasks().stream().map(ExecutionLine.TaskLine::id)))
        .with("line", line)
        .with("lanes", lanes)
        .with("byHand", TaskRun.BY_HAND)
        .with("view", ExecutionView.of(now.view(), line));
    if (!line.criteria().isEmpty()) {
      add("criteria").with("criteria", line.criteria());
    }
    ReviewOutcome review = line.review();
    List<ReviewOutcome.Judged> findings = review == null ? List.of() : review.findings();
    folder
        .text("changes.diff")
        .map(text -> DiffView.of(text, findings))
        .filter(diff -> !diff.files().isEmpty())
        .ifPresent(
            diff ->
                add("diff")
                    .with("diff", diff)
                    .with(
                        "hidden",
                        state.subject().map(one -> one.change().notShown()).orElse(List.of()))
                    .with(
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
    folder.text(file).ifPresent(text -> add("report").with("file", file).with("document", text));
  }

  private void findings(DiscussionState<?> state, ReviewOutcome outcome) {
    Map<Severity, List<ReviewOutcome.Judged>> bySeverity = new EnumMap<>(Severity.class);
    outcome
        .findings()
        .forEach(
            one -> bySeverity.computeIfAbsent(one.severity(), any -> new ArrayList<>()).add(one));
    add("findings")
        .with("outcome", outcome)
        .with("severities", bySeverity)
        .with("reporters", FindingReporters.of(outcome, state.ledger()));
  }

  /** Adds decisions, calls, and where the documents are if on another host. */
  private void record(SessionState<?> state) {
    if (!state.decisions().isEmpty()) {
      List<DecisionLine> lines =
          state.decisions().stream().map(one -> DecisionLine.of(one, languages)).toList();
      add("decisions").with("decisions", lines);
    }
    List<CallLine> calls = CallLine.of(state, List.of(), state.updatedAt());
    if (!calls.isEmpty()) {
      add("calls").with("receipts", Receipts.of(calls));
    }
    if (!folder.texts().isEmpty()) {
      List<String> names =
          folder.texts().keySet().stream().filter(one -> !one.contains("/")).toList();
      add(FILES).with("names", names).with("session", state.session()).with("linked", true);
    }
    if (!folder.elsewhere().isEmpty()) {
      add("elsewhere").with("where", folder.elsewhere()).with(Section.LISTED, false);
    }
  }
}
