package dev.conclave.client.page;

import dev.conclave.client.session.CallLine;
import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.client.terminal.Columns;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Printable;
import dev.conclave.client.terminal.Screen.Ink;
import dev.conclave.client.terminal.Table;
import dev.conclave.workflows.config.AgentProgram;
import dev.conclave.workflows.config.SearchPath;
import dev.conclave.workflows.discussion.Scope;
import dev.conclave.workflows.gate.Answer;
import dev.conclave.workflows.gate.Answer.Approve;
import dev.conclave.workflows.gate.Answer.CodeReview;
import dev.conclave.workflows.gate.Answer.ExecutionMethod;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.gate.GateState.RefusedAnswer;
import dev.conclave.workflows.model.Mode;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.model.SandboxLevel;
import dev.conclave.workflows.session.Budget;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.session.SessionView.PlanLine;
import dev.conclave.workflows.session.SessionView.RoundLine;
import dev.conclave.workflows.text.Words;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A session in short. */
public final class SessionPage {
  private static final int LONGEST = 300;

  private SessionPage() {}

  public static void write(Page page, SessionSnapshot now, Optional<String> ui) {
    SessionView view = now.view();
    page.heading(view.session());
    page.field("Task", Columns.fit(Printable.line(view.task()), 400));
    page.field("Phase", phase(now));
    view.waitsFor().ifPresent(other -> page.field("Waits for", other));
    page.field("Agents", String.join(", ", view.tools()));
    view.hostName().or(view::host).ifPresent(host -> page.field("Host", host));
    view.folder().ifPresent(folder -> page.field("Folder", folder));
    ui.ifPresent(url -> page.field("Temporal UI", url));
    page.field(
        "Started", Formats.time(view.createdAt()) + ", changed " + Formats.time(view.updatedAt()));
    view.deadlineAt()
        .filter(at -> !view.over())
        .ifPresent(at -> page.field("Deadline", deadline(view, at)));
    page.field("Spent", spent(view.budget()));
    now.waitsFor().ifPresent(why -> page.item(Ink.CAREFUL, 0, "!", why));
    view.notes().forEach(note -> page.item(Ink.CAREFUL, 0, "!", note));
    rounds(page, view);
    page.gap().table(KindPage.of(view.session()).tasks(now));
    page.gap().table(AgentTable.of(now, Instant.now()));
    plan(page, view);
    for (RefusedAnswer one : view.refused()) {
      page.item(
          Ink.BAD,
          0,
          "!",
          "A signal was refused at %s: %s".formatted(Formats.time(one.at()), one.reason()));
    }
    view.ending().ifPresent(ending -> page.gap().text(ending));
    String resume = "conclave resume " + view.session();
    if (view.over()
        && !view.complete()
        && view.ending().filter(said -> said.contains(resume)).isEmpty()) {
      page.text("Continue from the saved state with `" + resume + "`.");
    }
    handOff(page, view);
  }

  /** When waiting ends and what is done then, in words. */
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
          ", and %s whose cost is not reported".formatted(Words.counted(budget.unpriced(), "call"));
    }
    return String.join(", ", calls, tokens, cost);
  }

  /** What an installed agent can be given to carry the plan out; nothing is executed by itself. */
  public static void handOff(Page page, SessionView view) {
    if (!view.complete() || view.plan().isEmpty() || view.folder().isEmpty()) {
      return;
    }
    PlanLine plan = view.plan().get();
    String file = view.folder().get() + "/IMPL_PLAN.md";
    String task =
        "Carry out the plan in %s task by task, in its order, and run the verification of each task."
            .formatted(file);
    installed(plan.execution() == ExecutionMethod.CODEX ? "codex" : "")
        .ifPresentOrElse(
            cli ->
                page.heading("Carry it out in the workspace, for example with")
                    .verbatim(2, cli.handOff(Mode.WRITE, task)),
            () -> page.heading("Carry it out: tell an agent in the workspace").verbatim(2, task));
    if (plan.review() == CodeReview.SKIP) {
      return;
    }
    String review =
        "Review the uncommitted changes here (git diff) against the plan in %s: name what is missing, wrong or not asked for, with file and line."
            .formatted(file);
    installed(plan.review() == CodeReview.AGENT ? "" : Words.of(plan.review()))
        .ifPresent(
            cli ->
                page.heading("Then have it reviewed, also in the workspace")
                    .verbatim(2, cli.handOff(Mode.ANALYSIS, review)));
  }

  /** The agent CLI of that name if it is on PATH, else the first that is. */
  private static Optional<AgentProgram> installed(String chosen) {
    SearchPath path = SearchPath.of(System.getenv());
    return Stream.concat(AgentProgram.find(chosen).stream(), Stream.of(AgentProgram.values()))
        .filter(cli -> path.find(cli.id()).isPresent())
        .findFirst();
  }

  /** The phase with its rounds, and how the workflow ended when that is not how sessions end. */
  public static String phase(SessionSnapshot now) {
    SessionView view = now.view();
    String crash =
        now.closed().filter(how -> !view.over()).map(how -> "; its workflow is " + how).orElse("");
    return view.phase() + KindPage.of(view.session()).progress(view) + crash;
  }

  private static void rounds(Page page, SessionView view) {
    Table table =
        new Table("Round", "Agents", "Failed", "Solutions", "Score", "New", "Came to")
            .right(0, 3, 4);
    for (RoundLine round : view.rounds()) {
      table.row(
          round.number(),
          String.join(", ", round.agents()),
          String.join(", ", round.failed()),
          round.solutions(),
          Formats.score(round.score()),
          round.newInsights() ? "yes" : "no",
          RoundPage.outcome(round.recommendation()));
    }
    page.gap().table(table);
  }

  private static void plan(Page page, SessionView view) {
    if (view.plan().isEmpty()) {
      return;
    }
    PlanLine plan = view.plan().get();
    String tasks = Words.counted(plan.tasks(), "task") + (plan.degraded() ? ", degraded" : "");
    page.gap().field("Plan", "%s (%s)".formatted(plan.summary(), tasks));
    plan.errors().forEach(error -> page.item(Ink.BAD, 2, "!", error));
    // An open gate says itself what to beware of.
    if (view.gate().isEmpty() && !plan.unsettled().isEmpty()) {
      page.gap().text(Ink.CAREFUL, 0, "Not settled:");
      plan.unsettled().forEach(open -> page.item(Ink.CAREFUL, 2, "!", open));
    }
  }

  public static void decisions(Page page, List<Decision> decisions) {
    Table table = new Table("Decided", "Gate", "By", "What");
    for (Decision decision : decisions) {
      table.row(Formats.time(decision.at()), decision.gate(), decision.by(), what(decision));
    }
    page.gap().table(table);
  }

  /**
   * A decision for those who were asked the same, such as {@code Gate 1-decision was answered by
   * Ada: approve solution 1 (Token bucket)}.
   */
  public static String sentence(Decision decision) {
    String first = Words.of(decision.kind());
    String option = decision.kind() == AnswerKind.CHOOSE ? " strategy " : " solution ";
    String solution =
        decision.answer().body().chosen().map(number -> option + number).orElse("")
            + decision.solution().map(name -> " (" + name + ")").orElse("");
    String rest = what(decision).substring(first.length()).replaceFirst("^: [^;]*", "");
    return "Gate %s was answered by %s: %s"
        .formatted(
            decision.gate(),
            Printable.line(decision.by()),
            Columns.fit(Printable.line(first + solution + rest), LONGEST));
  }

  private static String what(Decision decision) {
    GateAnswer answer = decision.answer();
    List<String> parts = new ArrayList<>();
    parts.add(Words.of(decision.kind()) + decision.solution().map(name -> ": " + name).orElse(""));
    parts.addAll(told(answer.body()));
    answer
        .text()
        .map(said -> decision.kind() == AnswerKind.EDIT ? "a changed table" : said)
        .ifPresent(parts::add);
    if (!answer.answers().isEmpty()) {
      decision.answers().forEach(one -> parts.add(one.id() + ": " + one.words()));
    }
    return String.join("; ", parts);
  }

  private static List<String> told(Answer answer) {
    if (answer instanceof Approve approval) {
      Scope scope = approval.scope().orElse(Scope.UNSAID);
      return Stream.of(
              approval.executionMethod().stream().map(how -> "executed by " + Words.of(how)),
              approval.codeReview().stream().map(review -> "review: " + Words.of(review)),
              approval.mode().stream().map(mode -> "mode " + Words.of(mode)),
              approval.constraints().stream(),
              scope.included().stream().map("included: "::concat),
              scope.excluded().stream().map("excluded: "::concat))
          .flatMap(clauses -> clauses)
          .toList();
    }
    return answer instanceof Answer.Ask ask
        ? ask.questions()
        : answer instanceof Answer.Export export
            ? List.of(export.target())
            : answer instanceof Answer.DropAgent drop
                ? List.of("agent: " + drop.agent())
                : List.of();
  }

  private static String where(CallLine call) {
    return call.round() == 0 ? call.role() : "round " + call.round();
  }

  /** The calls of a session with their proofs, and what they cost. */
  public static void receipts(Page page, List<CallLine> calls) {
    if (calls.isEmpty()) {
      page.text("No agent has been called yet.");
      return;
    }
    Table table =
        new Table(
                "Round", "Agent", "Role", "Status", "Version", "Model", "Took", "Exit", "Tokens",
                "Cost", "Digest")
            .right(0, 6, 7, 8, 9);
    for (CallLine call : calls) {
      Optional<Receipt> proof = call.receipt();
      table.row(
          call.round() == 0 ? "" : call.round(),
          call.agent(),
          call.role(),
          call.status(),
          proof.map(r -> r.version().orElse("?")).orElse(""),
          proof.map(r -> r.model().orElse("?")).orElse(""),
          call.seconds().map(s -> Formats.span(Duration.ofSeconds(s))).orElse(""),
          proof.map(r -> r.exit().map(String::valueOf).or(r::signal).orElse("?")).orElse(""),
          proof.map(r -> r.tokensIn() + r.tokensOut()).map(n -> n > 0 ? "" + n : "?").orElse(""),
          proof.map(r -> r.costUsd().map(Formats::usd).orElse("?")).orElse(""),
          proof.flatMap(Receipt::stdout).map(out -> out.digest().substring(0, 8)).orElse(""));
    }
    page.table(table).gap();
    for (SandboxLevel level : SandboxLevel.values()) {
      List<String> at =
          calls.stream()
              .filter(
                  call -> call.receipt().flatMap(Receipt::level).stream().anyMatch(level::equals))
              .map(call -> where(call) + ", " + call.agent())
              .toList();
      if (!at.isEmpty()) {
        boolean best = level == SandboxLevel.SANDBOXED;
        page.item(
            best ? Ink.FAINT : Ink.CAREFUL,
            0,
            best ? "-" : "!",
            (at.size() == calls.size() ? "all calls" : String.join("; ", at))
                + ": "
                + Words.of(level));
      }
    }
    for (CallLine call : calls) {
      List<String> refused = call.receipt().map(Receipt::refused).orElse(List.of());
      if (!refused.isEmpty()) {
        boolean usual = refused.stream().allMatch(place -> place.endsWith(" (usual)"));
        page.item(
            usual ? Ink.FAINT : Ink.CAREFUL,
            0,
            usual ? "-" : "!",
            "%s, %s: its network does not lead to %s"
                .formatted(where(call), call.agent(), String.join(", ", refused)));
      }
      if (!call.answered() && call.reason().isPresent()) {
        boolean unproven = call.receipt().isEmpty() && call.seconds().isPresent();
        page.item(
            Ink.CAREFUL,
            0,
            "!",
            "%s, %s: %s, %s%s"
                .formatted(
                    where(call),
                    call.agent(),
                    call.status(),
                    unproven ? "tokens and cost unknown: " : "",
                    call.reason().get()));
      }
    }
  }
}
