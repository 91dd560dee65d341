package dev.conclave.workflows.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.api.ReplyContent.OfAnalyst;
import dev.conclave.workflows.api.ReplyContent.OfModerator;
import dev.conclave.workflows.api.ReplyContent.OfPlanner;
import dev.conclave.workflows.api.ReplyContent.OfSchema;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Moderation;
import dev.conclave.workflows.temporal.Cut;
import java.util.List;
import java.util.Optional;

/**
 * What an agent answered, parsed and bounded.
 *
 * @param document the parsed answer in full, as JSON
 * @param analysis of an analyst, at most 48 KiB
 * @param plan of a planner, at most 64 KiB
 * @param errors what validation found; empty for a sound reply
 * @param extracted whether only fallback extraction could read it
 * @param moderation of a moderator, at most 48 KiB
 * @param structured of any other role: a valid object of its schema, at most 48 KiB
 */
public record AskReply(
    Receipt receipt,
    DocumentRef raw,
    DocumentRef document,
    Optional<Analysis> analysis,
    Optional<Plan> plan,
    List<String> errors,
    boolean extracted,
    Optional<Moderation> moderation,
    Optional<ObjectNode> structured) {
  /** A reply that says this; empty when nothing could be read. */
  public static AskReply of(
      Receipt receipt,
      DocumentRef raw,
      DocumentRef document,
      Optional<ReplyContent> content,
      List<String> errors,
      boolean extracted) {
    return new AskReply(
        receipt,
        raw,
        document,
        content.filter(OfAnalyst.class::isInstance).map(c -> ((OfAnalyst) c).content()),
        content.filter(OfPlanner.class::isInstance).map(c -> ((OfPlanner) c).content()),
        errors,
        extracted,
        content.filter(OfModerator.class::isInstance).map(c -> ((OfModerator) c).content()),
        content.filter(OfSchema.class::isInstance).map(c -> ((OfSchema) c).content()));
  }

  /** What it says, whoever was asked; empty when nothing could be read. */
  public Optional<ReplyContent> content() {
    return analysis
        .<ReplyContent>map(OfAnalyst::new)
        .or(() -> plan.map(OfPlanner::new))
        .or(() -> moderation.map(OfModerator::new))
        .or(() -> structured.map(OfSchema::new));
  }

  /** How the error begins that says what a reply is that could not be read. */
  public static final String UNREAD = "the reply is ";

  private static final int ERROR = 160;

  /** What is wrong with it, in a sentence; empty for a sound reply. */
  public Optional<String> flaw() {
    return extracted
        ? errors.stream()
            .filter(error -> error.startsWith(UNREAD))
            .findFirst()
            .map(error -> Cut.shown(error.substring(UNREAD.length()), ERROR))
            .or(() -> Optional.of("no JSON object in its reply"))
        : first(errors);
  }

  /** The first of some errors, and how many more there are; empty when there is none. */
  public static Optional<String> first(List<String> errors) {
    return errors.stream()
        .findFirst()
        .map(error -> Cut.shown(error, ERROR))
        .map(
            error ->
                error + (errors.size() == 1 ? "" : " (and %d more)".formatted(errors.size() - 1)));
  }
}
