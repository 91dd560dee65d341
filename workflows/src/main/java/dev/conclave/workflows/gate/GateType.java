package dev.conclave.workflows.gate;

import static dev.conclave.workflows.gate.AnswerKind.APPROVE;

import dev.conclave.workflows.text.Words;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A gate with its kinds of answer, most usual first, each with what it needs; a kind with {@code !}
 * is checked against the workspace before the session acts on it.
 */
public enum GateType {
  CLARIFICATION("clarify:words proceed change-direction:text cancel"),
  DECISION("approve!:solution more-analysis different-direction:text cancel"),
  CONFIRMATION("execute! modify:text back save cancel"),
  BUDGET("raise:budget drop-agent:agent decide cancel"),
  CONFLICT("choose:strategy custom skip cancel"),
  CONFLICT_QUESTIONS("reply:answers skip cancel"),
  CONFIGURATION("approve cancel"),
  TASKS("approve edit:table cancel"),
  WAVE_FAILURE("retry abort"),
  DISCUSSION("deepen adjust:text ask:questions done cancel"),
  COMPLETION("archive keep export:target");

  private final Map<AnswerKind, Need> needs = new LinkedHashMap<>();
  private final Set<AnswerKind> checked = EnumSet.noneOf(AnswerKind.class);

  GateType(String table) {
    for (String entry : table.split(" ")) {
      String[] parts = (entry + ":nothing").split(":");
      AnswerKind kind = Words.parse(AnswerKind.class, parts[0].replace("!", "")).orElseThrow();
      needs.put(kind, Words.parse(Need.class, parts[1]).orElseThrow());
      if (parts[0].endsWith("!")) {
        checked.add(kind);
      }
    }
  }

  public List<AnswerKind> kinds() {
    return List.copyOf(needs.keySet());
  }

  /**
   * What an answer of that kind has to bring to such a gate.
   *
   * @throws IllegalArgumentException when it takes no such kind
   */
  public Need need(AnswerKind kind) {
    return Optional.ofNullable(needs.get(kind))
        .orElseThrow(
            () -> new IllegalArgumentException(this + " takes " + kinds() + ", not " + kind));
  }

  /** Whether an answer of that kind is held against the workspace before the session acts on it. */
  public boolean checks(AnswerKind kind) {
    return checked.contains(kind);
  }

  /** Whether one of several options is approved here: what a deadline's policy can do by itself. */
  public boolean approvesOption() {
    return needs.get(APPROVE) == Need.SOLUTION;
  }

  public enum Need {
    NOTHING,
    SOLUTION,
    STRATEGY,
    TEXT,
    WORDS,
    ANSWERS,
    QUESTIONS,
    BUDGET,
    AGENT,
    TARGET,
    TABLE;

    /** Whether it is the number of an option: where none is shown, none can be chosen. */
    public boolean choosesOption() {
      return this == SOLUTION || this == STRATEGY;
    }
  }
}
