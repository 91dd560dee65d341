package dev.conclave.workflows.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Moderation;

/**
 * What a reply says, as the role that was asked gives it. Every kind of reply that there is stands
 * here; on the wire each has a field of {@link AskReply} to itself.
 */
public sealed interface ReplyContent {

  /** The record, as documents keep it. */
  Object content();

  /** Whether there is nothing in it: who sent it has not answered, whatever its exit code. */
  default boolean saysNothing() {
    return false;
  }

  /** How many findings it brings. */
  default int findings() {
    return 0;
  }

  /** An analyst's. */
  record OfAnalyst(Analysis content) implements ReplyContent {
    @Override
    public boolean saysNothing() {
      return content.saysNothing();
    }

    @Override
    public int findings() {
      return content.findings().size();
    }
  }

  /** A moderator's. */
  record OfModerator(Moderation content) implements ReplyContent {}

  /** What any other role answers with: an object of the role's schema. */
  record OfSchema(ObjectNode content) implements ReplyContent {}

  /** A planner's. */
  record OfPlanner(Plan content) implements ReplyContent {}
}
