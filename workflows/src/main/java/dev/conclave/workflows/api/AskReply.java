package dev.conclave.workflows.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Moderation;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.text.Cut;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An agent's answer, parsed and bounded.
 *
 * @param document the full answer, as JSON
 * @param analysis an analyst's reply, at most 48 KiB
 * @param plan a planner's reply, at most 64 KiB
 * @param errors validation errors
 * @param extracted whether only fallback extraction could read it
 * @param moderation a moderator's reply, at most 48 KiB
 * @param structured any other role's reply: a valid object of its schema, at most 48 KiB
 * @param tree left by a call in write mode; null in analysis mode
 */
@RecordBuilder
public record AskReply(
    Receipt receipt,
    DocumentRef raw,
    DocumentRef document,
    Optional<Analysis> analysis,
    Optional<Plan> plan,
    List<String> errors,
    boolean extracted,
    Optional<Moderation> moderation,
    Optional<ObjectNode> structured,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String tree)
    implements AskReplyBuilder.With {
  /**
   * Returns a reply with this content.
   *
   * @param content an {@link Analysis}, {@link Plan} or {@link Moderation}, or an object of the
   *     role's schema; empty when nothing could be read
   */
  public static AskReply of(
      Receipt receipt,
      DocumentRef raw,
      DocumentRef document,
      Optional<?> content,
      List<String> errors,
      boolean extracted) {
    return new AskReply(
        receipt,
        raw,
        document,
        as(Analysis.class, content),
        as(Plan.class, content),
        errors,
        extracted,
        as(Moderation.class, content),
        as(ObjectNode.class, content),
        null);
  }

  private static <T> Optional<T> as(Class<T> type, Optional<?> content) {
    return content.filter(type::isInstance).map(type::cast);
  }

  /** Returns the content, whatever the role; empty when nothing could be read. */
  public Optional<Object> content() {
    return Stream.of(analysis, plan, moderation, structured)
        .<Object>flatMap(Optional::stream)
        .findFirst();
  }

  /** Returns whether an analyst gave no answer, whatever its exit code. */
  public boolean hasNoContent() {
    return analysis.filter(Analysis::hasNoContent).isPresent();
  }

  /** Prefix of the error that describes an unreadable reply. */
  public static final String UNREAD = "the reply is ";

  private static final int ERROR = 160;

  public Optional<String> problem() {
    return extracted
        ? errors.stream()
            .filter(error -> error.startsWith(UNREAD))
            .findFirst()
            .map(error -> Cut.shorten(error.substring(UNREAD.length()), ERROR))
            .or(() -> Optional.of("its reply has no JSON object"))
        : first(errors);
  }

  /** Returns the first error and the number of others; empty when there are none. */
  public static Optional<String> first(List<String> errors) {
    return errors.stream()
        .findFirst()
        .map(error -> Cut.shorten(error, ERROR))
        .map(
            error ->
                error + (errors.size() == 1 ? "" : " (and %d more)".formatted(errors.size() - 1)));
  }
}
