package dev.conclave.activities.agent;

import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.planning.Plan;
import java.util.List;
import java.util.Optional;

/** Reads the answers to one role. Never throws, whatever the text. */
@FunctionalInterface
public interface ReplyReader {

  /**
   * Reads an answer.
   *
   * @param agent who gave it
   * @param perspective from which it was asked to look
   */
  Reply read(String text, String agent, String perspective);

  /**
   * What was read.
   *
   * @param analysis of an analyst
   * @param plan of a planner
   * @param errors what validation found; empty for a sound reply
   * @param extracted whether only fallback extraction could read it
   */
  record Reply(
      Optional<Analysis> analysis, Optional<Plan> plan, List<String> errors, boolean extracted) {

    /** An analyst's reply. */
    public static Reply of(Analysis analysis, List<String> errors) {
      return new Reply(Optional.of(analysis), Optional.empty(), errors, analysis.fallback());
    }

    /** A planner's reply; without a plan, the errors say why. */
    public static Reply of(Optional<Plan> plan, List<String> errors) {
      return new Reply(Optional.empty(), plan, errors, false);
    }
  }
}
