package dev.conclave.client.view;

import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.workflows.analyze.AnalysisTask;
import dev.conclave.workflows.analyze.AnalyzePhase;
import dev.conclave.workflows.analyze.AnalyzeState;
import dev.conclave.workflows.api.Change;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.execute.ExecuteState;
import dev.conclave.workflows.kind.SessionKinds;
import dev.conclave.workflows.plan.Phase;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.review.ReviewPhase;
import dev.conclave.workflows.review.ReviewState;
import dev.conclave.workflows.session.Budget;
import dev.conclave.workflows.session.ExecutionLine;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.session.SessionView.PlanLine;
import dev.conclave.workflows.session.SessionView.ReviewLine;
import dev.conclave.workflows.session.SessionView.RoundLine;
import dev.conclave.workflows.session.SessionView.TaskLine;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Words;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Summary of a session.
 *
 * @param warnings what blocks it, and its notes
 * @param plan its proposal; {@code planWarnings} lists errors
 * @param result answer and files of a complete session
 * @param ending refused messages, how it ended, and how to continue
 * @param handOff commands to copy by purpose: to execute the plan, or to take over the branch of an
 *     execution
 */
public record SessionSummary(
    String session,
    String handle,
    List<Field> fields,
    List<Line> warnings,
    List<RoundLine> rounds,
    List<AgentRow> agents,
    List<Field> plan,
    List<Line> planWarnings,
    List<Field> result,
    List<Line> ending,
    List<Field> handOff) {
  private static final int LONGEST_TASK = 400;
  private static final int NOT_SHOWN = 5;

  /** The phases with a running round. */
  private static final List<String> DISCUSSING =
      List.of(Words.of(Phase.ANALYZING), Words.of(ReviewPhase.REVIEWING));

  /**
   * Summarizes a session at a point in time.
   *
   * @param ui its page of the Temporal UI
   */
  public static SessionSummary of(SessionSnapshot now, Optional<String> ui, Instant at) {
    SessionView view = now.view();
    List<Line> warnings = new ArrayList<>();
    if (now.waitsFor() != null) {
      warnings.add(Line.warning(now.waitsFor()));
    }
    view.notes().stream().map(Line::warning).forEach(warnings::add);
    List<Line> planWarnings = new ArrayList<>();
    List<Field> plan = new ArrayList<>();
    view.plan().ifPresent(line -> plan(view, line, plan, planWarnings));
    return new SessionSummary(
        view.session(),
        view.handle(),
        fields(now, ui),
        warnings,
        view.rounds(),
        AgentRow.of(now, at),
        plan,
        planWarnings,
        result(view),
        ending(view),
        handOff(view));
  }

  private static List<Field> fields(SessionSnapshot now, Optional<String> ui) {
    SessionView view = now.view();
    List<Field> fields = new ArrayList<>();
    fields.add(Field.quote("Task", Cut.shorten(view.task().replaceAll("\\s+", " "), LONGEST_TASK)));
    fields.add(new Field("Id", view.session()));
    if (view.review() != null) {
      review(view.review(), fields);
    }
    if (view.execution() != null) {
      ExecutionLine execution = view.execution();
      if (!execution.of().isEmpty()) {
        fields.add(new Field("Plan from", execution.of()));
      }
      fields.addAll(ExecutionView.of(view, execution).fields());
    }
    fields.add(new Field("Phase", phase(now)));
    view.waitsFor().ifPresent(other -> fields.add(new Field("Waiting for", other)));
    view.then().ifPresent(other -> fields.add(new Field("Execution", "session " + other)));
    fields.add(new Field("Agents", String.join(", ", view.tools())));
    view.hostName().or(view::host).ifPresent(host -> fields.add(new Field("Host", host)));
    view.folder().ifPresent(folder -> fields.add(new Field("Folder", folder)));
    ui.ifPresent(url -> fields.add(new Field("Temporal UI", url)));
    String changed = ", changed " + Formats.time(view.updatedAt());
    fields.add(new Field("Started", Formats.time(view.createdAt()) + changed));
    view.deadlineAt()
        .filter(at -> !view.over())
        .ifPresent(at -> fields.add(new Field("Deadline", deadline(view, at))));
    fields.add(new Field("Spent", spent(view.budget())));
    return fields;
  }

  private static void review(ReviewLine review, List<Field> fields) {
    Change change = review.change();
    fields.add(
        new Field(
            "Change",
            "%s, %s, +%d −%d"
                .formatted(
                    change.label(),
                    Words.counted(change.files(), "file"),
                    change.added(),
                    change.removed())));
    int hidden = change.files() - change.shown();
    if (!change.notShown().isEmpty()) {
      String first =
          change.notShown().stream()
              .limit(NOT_SHOWN)
              .map(one -> one.path() + " (" + one.reason() + ")")
              .collect(Collectors.joining(", "));
      int more = Math.max(hidden, change.notShown().size()) - NOT_SHOWN;
      fields.add(new Field("Not reviewed", first + (more > 0 ? " and " + more + " more" : "")));
    }
    if (review.outcome() != null) {
      long counting = review.outcome().findings().stream().filter(one -> one.counts()).count();
      String all = Words.counted(review.outcome().findings().size(), "finding");
      String met = Boolean.TRUE.equals(review.met()) ? ", which fails --fail-on" : "";
      fields.add(new Field("Review", counting + " of " + all + " counted" + met));
    }
  }

  private static List<Field> result(SessionView view) {
    KindSpec kind = SessionKinds.ofId(view.session());
    boolean kept = kind == ExecuteState.KIND && view.status().equals("saved");
    if (!(view.complete() || kept) || view.folder().isEmpty()) {
      return List.of();
    }
    String folder = view.folder().get();
    if (kind == ExecuteState.KIND) {
      return List.of(new Field("Result", folder + "/EXECUTION.md"));
    }
    if (kind == PlanState.KIND) {
      return List.of(new Field("Result", folder + "/IMPL_PLAN.md"));
    }
    if (kind == ContextState.KIND) {
      return List.of(new Field("Result", folder + "/context-package.json"));
    }
    if (kind == ReviewState.KIND) {
      return List.of(new Field("Result", folder + "/review.md"));
    }
    if (kind != AnalyzeState.KIND) {
      return List.of();
    }
    return Stream.concat(
            view.tasks().stream()
                .filter(task -> task.status().equals(Words.of(AnalysisTask.Status.COMPLETED)))
                .filter(task -> !task.findings().isBlank())
                .reduce((earlier, later) -> later)
                .stream()
                .map(task -> Field.quote("Answer", task.findings())),
            Stream.of(new Field("Result", folder + "/context.md")))
        .toList();
  }

  public static String deadline(SessionView view, Instant at) {
    String then = view.deadlinePolicy().map(policy -> "; then " + policy.then()).orElse("");
    return Formats.time(at) + then;
  }

  private static String spent(Budget budget) {
    String calls = Words.counted(budget.calls(), "call");
    if (budget.calls() == 0) {
      return calls;
    }
    String tokens =
        budget.tokens() == 0 ? "tokens not reported" : Words.counted(budget.tokens(), "token");
    String cost = Formats.usd(budget.usd());
    if (budget.unpriced() == budget.calls()) {
      cost = "cost not reported";
    } else if (budget.unpriced() > 0) {
      cost +=
          ", plus %s without a reported cost".formatted(Words.counted(budget.unpriced(), "call"));
    }
    return String.join(", ", calls, tokens, cost);
  }

  private static void plan(SessionView view, PlanLine line, List<Field> plan, List<Line> warnings) {
    String tasks = Words.counted(line.tasks(), "task") + (line.degraded() ? ", degraded" : "");
    plan.add(new Field("Plan", "%s (%s)".formatted(line.summary(), tasks)));
    line.errors().forEach(error -> warnings.add(new Line(Tone.BAD, "!", error)));
    // An open gate shows its own warnings.
    if (view.gate().isEmpty() && !line.unsettled().isEmpty()) {
      warnings.add(new Line(Tone.CAREFUL, "", "Unresolved:"));
      line.unsettled().forEach(open -> warnings.add(Line.warning(open)));
    }
  }

  private static List<Line> ending(SessionView view) {
    List<Line> lines = new ArrayList<>();
    if (!view.over()) {
      view.refused()
          .forEach(
              one ->
                  lines.add(
                      new Line(
                          Tone.BAD,
                          "!",
                          "A signal was refused at %s: %s"
                              .formatted(Formats.time(one.at()), one.reason()))));
    }
    view.ending().ifPresent(ending -> lines.add(new Line(Tone.PLAIN, "", ending)));
    String resume = "conclave resume " + view.handle();
    boolean told = view.ending().filter(said -> said.contains(resume)).isPresent();
    if (view.over() && !view.complete() && !told) {
      boolean kept = view.execution() != null && view.execution().delivered() != null;
      String next = kept ? "Choose another delivery with" : "Continue from the saved state with";
      lines.add(new Line(Tone.PLAIN, "", next + " `" + resume + "`."));
    }
    return lines;
  }

  /** Returns commands to continue with an unexecuted plan, or with a branch. */
  private static List<Field> handOff(SessionView view) {
    List<String> commands =
        view.execution() == null ? List.of() : ExecutionView.of(view, view.execution()).commands();
    if (!commands.isEmpty()) {
      return List.of(new Field("Continue by hand with", String.join("\n", commands)));
    }
    List<NextStep> next = NextStep.of(view);
    if (!next.isEmpty()) {
      return next.stream().map(step -> new Field(step.purpose(), step.command())).toList();
    }
    if (!view.complete()
        || view.plan().isEmpty()
        || view.folder().isEmpty()
        || view.then().isPresent()) {
      return List.of();
    }
    return List.of(new Field("Execute the plan", "conclave execute " + view.handle()));
  }

  /** Returns the phase with its progress, and an abnormal end of the workflow. */
  public static String phase(SessionSnapshot now) {
    SessionView view = now.view();
    String crash = view.over() || !now.isClosed() ? "" : "; its workflow is " + now.closed();
    return view.phase() + progress(view) + crash;
  }

  /** Returns the progress within the phase, with a leading separator; empty if unknown. */
  private static String progress(SessionView view) {
    if (view.execution() != null && !DISCUSSING.contains(view.phase())) {
      return ", " + ExecutionView.progress(view.execution());
    }
    if (view.phase().equals(Words.of(AnalyzePhase.RUNNING_TASKS))) {
      return view.tasks().stream()
          .filter(task -> task.status().equals(Words.of(AnalysisTask.Status.PENDING)))
          .map(TaskLine::wave)
          .min(Comparator.naturalOrder())
          .map(first -> ", wave " + first)
          .orElse("");
    }
    if (view.maxRounds() == 0 || view.round() == 0) {
      return "";
    }
    boolean running = DISCUSSING.contains(view.phase()); // roundsLeft includes it
    int all = view.round() + Math.max(0, view.roundsLeft() - (running ? 1 : 0));
    return (running ? ", round %d of %d" : ", %d of %d rounds done").formatted(view.round(), all);
  }
}
