package dev.conclave.workflows.session;

/** Lets a call happen, or asks the human when the budget does not. */
public interface BudgetGate {

  /** What the budget, or the human in its stead, says to a call. */
  enum Verdict {
    /** The call may be made; what it is expected to cost is reserved. */
    ALLOWED,
    /** Its agent is asked no more; another may stand in. */
    DROPPED,
    /** The session decides with what there is: nobody else is to be asked. */
    DECIDED
  }

  /** Reserves what a call is expected to cost; at the limit it waits for the human. */
  Verdict judge(String callId, String agent);
}
