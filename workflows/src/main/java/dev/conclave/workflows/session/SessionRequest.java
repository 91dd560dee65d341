package dev.conclave.workflows.session;

import dev.conclave.workflows.api.WorkspaceSpec;
import dev.conclave.workflows.config.BudgetLimits;
import java.util.List;
import java.util.Optional;

/** What a session of any kind is started with. */
public interface SessionRequest {

  /** The user's words. */
  String task();

  /** Where the tree is. */
  WorkspaceSpec workspace();

  /** Agents that are asked first, in order. */
  List<String> tools();

  /** Whether the user named them: then nobody else stands in but whom the user added. */
  boolean toolsNamed();

  /** Who stands in for an agent that fails, in order. */
  List<String> fallback();

  /** Who moderates its discussion, if the user or the configuration names somebody. */
  default Optional<String> moderator() {
    return Optional.empty();
  }

  /** When the session is to end, whatever it has come to. */
  Optional<Deadline> deadline();

  /** Whether the namespace has our search attributes registered. */
  boolean searchAttributes();

  /** What it may spend. */
  BudgetLimits budget();
}
