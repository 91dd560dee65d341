package dev.conclave.workflows.plan;

import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.CitationCheck;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Conflict;
import dev.conclave.workflows.discussion.Ledger.Point.PointState;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.Note;
import dev.conclave.workflows.gate.Note.NoteKind;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the human should know about the last round before trusting its options. Pure. */
final class RoundReport {
  private static final int PLACES = 5;
  private static final int PLACE = 80;
  private static final int OPEN = 8;
  private static final int TOPIC = 120;
  private static final int SIDE = 160;
  private static final String OPTION =
      "; `--fallback AGENT` adds a replacement (`conclave doctor` lists candidates)";

  private RoundReport() {}

  static List<String> unsettled(PlanState state) {
    List<String> asAsked =
        isOneRoundAsAsked(state)
            ? List.of("one round only, as requested: the agents could not vote")
            : List.of();
    Stream<Note> notes =
        Stream.of(
                uncertainty(state),
                replyProblems(state),
                optionCaveats(state),
                open(state, Set.of()))
            .flatMap(List::stream);
    return Stream.of(asAsked.stream(), notes.map(Note::line), unanswered(state).stream())
        .flatMap(lines -> lines)
        .toList();
  }

  /** Returns the questions that the human did not answer, with the agents' recommendations. */
  static List<String> unanswered(PlanState state) {
    return PlanGateContent.unanswered(state).stream()
        .map(
            question ->
                "not answered: "
                    + question.question().en()
                    + question
                        .recommended()
                        .map(number -> question.options().get(number - 1).en())
                        .map(" (recommended: %s)"::formatted)
                        .orElse(""))
        .toList();
  }

  /** Reports failed and replaced agents, prose replies, and citations that do not exist. */
  static List<Note> replyProblems(PlanState state) {
    if (state.last().isEmpty()) {
      return List.of();
    }
    Synthesis last = state.last().get();
    List<String> sentences = new ArrayList<>();
    state.rounds().stream()
        .filter(round -> round.number() == last.round())
        .forEach(round -> sentences.addAll(standIns(round.runs(), state.request())));
    for (String agent : last.prose()) {
      sentences.add(
          agent + " answered in prose and has no vote; its findings are shown as its own");
    }
    CitationCheck places = last.places();
    if (places.missing() > 0) {
      List<String> named =
          places.first().stream().limit(PLACES).map(name -> Cut.shorten(name, PLACE)).toList();
      int more = places.missing() - named.size();
      // No String.format: locale-specific digits would change the gate's digest.
      sentences.add(
          (places.missing() + " of " + Words.counted(places.cited(), "citation"))
              + ((places.missing() == 1 ? " does" : " do") + " not exist in the repository: ")
              + (String.join(", ", named) + (more == 0 ? "" : " and " + more + " more")));
    }
    return sentences.stream().map(Note::warning).toList();
  }

  private static boolean onlyTools(PlanRequest request) {
    return request.terms().toolsNamed()
        && request.terms().fallback().stream().allMatch(AgentStatus.DIRECT::equals);
  }

  /** Returns one sentence for each analyst that did not answer itself. */
  private static List<String> standIns(List<AgentRun> runs, PlanRequest request) {
    boolean alone = onlyTools(request);
    Map<String, List<AgentRun>> seats = new LinkedHashMap<>();
    runs.forEach(run -> seats.computeIfAbsent(run.standsFor(), seat -> new ArrayList<>()).add(run));
    List<String> sentences = new ArrayList<>();
    seats.forEach(
        (first, tried) -> {
          Optional<String> answered =
              tried.stream().filter(AgentRun::answered).map(AgentRun::agent).findFirst();
          // Keeps the last failure of each agent.
          Map<String, String> failed = new LinkedHashMap<>();
          tried.stream()
              .filter(run -> !run.answered())
              .forEach(run -> failed.put(run.agent(), run.describe()));
          if (!failed.isEmpty() && !answered.equals(Optional.of(first))) {
            boolean byModel = answered.filter(a -> !a.equals(AgentStatus.DIRECT)).isPresent();
            sentences.add(
                String.join("; ", failed.values())
                    + answered.map(": fell back to "::concat).orElse(": no replacement")
                    + (alone && !byModel ? OPTION : ""));
          }
        });
    return sentences;
  }

  static List<String> failures(List<AgentRun> runs) {
    return runs.stream().filter(run -> !run.answered()).map(AgentRun::describe).distinct().toList();
  }

  static List<Note> open(PlanState state, Set<String> asked) {
    if (state.last().isEmpty()) {
      return List.of();
    }
    Ledger ledger = state.last().get().ledger();
    List<String> languages = state.request().languages();
    Stream<Note> conflicts =
        ledger.conflicts().stream()
            .filter(one -> one.open() && !asked.contains(one.id()))
            .map(one -> open(one.id(), one.question().in(languages), sides(one, languages)));
    Stream<Note> points =
        ledger.points(PointState.DISPUTED).stream()
            .filter(one -> !asked.contains(one.id()))
            .map(one -> open(one.id(), one.sentence().in(languages), " (disputed)"));
    return Stream.concat(conflicts, points).limit(OPEN).toList();
  }

  private static Note open(String id, String text, String how) {
    return Note.of(NoteKind.OPEN, id, id + " " + Cut.shorten(text, TOPIC) + how);
  }

  private static String sides(Conflict conflict, List<String> languages) {
    return conflict.sides().stream()
        .map(side -> Cut.shorten(side.position().in(languages), SIDE))
        .collect(Collectors.joining("; ", " (", ")"));
  }

  /** With a limit of one round no agreement is expected: the score shows it, without a warning. */
  private static boolean isOneRoundAsAsked(PlanState state) {
    return state.maxRounds() == 1 && state.last().filter(last -> last.round() == 1).isPresent();
  }

  static List<Note> uncertainty(PlanState state) {
    return state.last().stream()
        .filter(last -> !isOneRoundAsAsked(state))
        .filter(last -> last.convergence().recommendation() != Recommendation.CONVERGED)
        .map(
            last ->
                Note.warning(
                    NoteKind.UNCERTAIN,
                    "uncertain: the agents did not converge"
                        + (last.solutions().isEmpty()
                            ? ""
                            : "; these are the best options so far")))
        .toList();
  }

  private static Note unverified(Synthesis last) {
    int agreed = last.ledger().points(PointState.AGREED).size();
    return Note.warning(
        "not cross-verified: "
            + (last.voters().size() == 1
                ? "only " + last.voters().get(0) + " voted in this round"
                : "the analyses of this round were not compared")
            + (agreed == 0
                ? ", so agreement is unknown"
                : ", so nothing was added to the "
                    + Words.counted(agreed, "point")
                    + " agreed earlier"));
  }

  static List<Note> optionCaveats(PlanState state) {
    List<Note> notes = new ArrayList<>();
    state
        .last()
        .filter(Synthesis::notCrossVerified)
        .map(RoundReport::unverified)
        .ifPresent(notes::add);
    if (state.last().filter(Synthesis::degraded).isPresent()) {
      notes.add(
          state.lastRound().withoutModels()
              ? Note.warning(
                  NoteKind.DEGRADED,
                  "degraded: no model analyzed this; `conclave doctor` shows why")
              : Note.warning(
                  "no agent answered in the required format: the findings were extracted from text"));
    }
    return notes;
  }
}
