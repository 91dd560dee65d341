package dev.conclave.workflows.session;

import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.Tree;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.GateBook;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What a session of any kind carries through continue-as-new. */
public interface SessionState {
  /** Grows with every change that files show. */
  long revision();

  Instant createdAt();

  Instant updatedAt();

  /** Where the tree is, once it is open. */
  Optional<Workspace> workspace();

  /** The newest tree that was named. */
  Optional<Tree> tree();

  /** The agents of the host, usable or not. */
  List<AgentStatus> roster();

  /** Agents that are asked no more. */
  List<DroppedAgent> dropped();

  /** Agents that wrote in analysis mode, as often as they did. */
  List<String> writers();

  /** Every accepted answer, oldest first. */
  List<Decision> decisions();

  GateBook gates();

  BudgetBook budget();

  /** What the next gate should tell. */
  List<String> notes();

  Optional<Instant> deadlineAt();

  /** Whether the deadline passed and its policy answered a gate. */
  boolean deadlineServed();

  /** One sentence that says how the session ended. */
  Optional<String> ending();

  /** How the session came from host to host. */
  Moves moves();

  /** Calls that are over and in no record of what they were made for, oldest first. */
  List<CallRecord> calls();
}
