package dev.conclave.activities.agent;

import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.ReplyContent;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Moderation;
import java.util.List;
import java.util.Optional;

/** Reads the answers to one role. Never throws, whatever the text. */
@FunctionalInterface
public interface ReplyReader {

  /**
   * Reads an answer.
   *
   * @param request that it answers
   * @param perspective from which its agent was asked to look
   */
  Reply read(String text, AskRequest request, String perspective);

  /**
   * What was read.
   *
   * @param content empty when nothing could be read
   * @param errors what validation found; empty for a sound reply
   * @param extracted whether only fallback extraction could read it
   */
  record Reply(Optional<ReplyContent> content, List<String> errors, boolean extracted) {

    /** An analyst's reply. */
    public static Reply of(Analysis analysis, List<String> errors) {
      return new Reply(
          Optional.of(new ReplyContent.OfAnalyst(analysis)), errors, analysis.fallback());
    }

    /** A moderator's reply; without a moderation, the errors say why. */
    public static Reply ofModerator(Optional<Moderation> moderation, List<String> errors) {
      return new Reply(moderation.map(ReplyContent.OfModerator::new), errors, false);
    }

    /** A planner's reply; without a plan, the errors say why. */
    public static Reply of(Optional<Plan> plan, List<String> errors) {
      return new Reply(plan.map(ReplyContent.OfPlanner::new), errors, false);
    }
  }
}
