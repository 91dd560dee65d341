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
 * @param receipt of the call
 * @param raw the answer's text
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
        content.flatMap(said -> only(OfAnalyst.class, said)).map(OfAnalyst::content),
        content.flatMap(said -> only(OfPlanner.class, said)).map(OfPlanner::content),
        errors,
        extracted,
        content.flatMap(said -> only(OfModerator.class, said)).map(OfModerator::content),
        content.flatMap(said -> only(OfSchema.class, said)).map(OfSchema::content));
  }

  private static <C extends ReplyContent> Optional<C> only(Class<C> kind, ReplyContent said) {
    return Optional.of(said).filter(kind::isInstance).map(kind::cast);
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
    return extracted ? unread() : first(errors);
  }

  private Optional<String> unread() {
    return errors.stream()
        .filter(error -> error.startsWith(UNREAD))
        .findFirst()
        .map(error -> Cut.shown(error.substring(UNREAD.length()), ERROR))
        .or(() -> Optional.of("no JSON object in its reply"));
  }

  /** The first of some errors, and how many more there are; empty when there is none. */
  public static Optional<String> first(List<String> errors) {
    return errors.stream()
        .findFirst()
        .map(error -> Cut.shown(error, ERROR))
        .map(
            error ->
                errors.size() == 1 ? error : error + " (and " + (errors.size() - 1) + " more)");
  }
}
