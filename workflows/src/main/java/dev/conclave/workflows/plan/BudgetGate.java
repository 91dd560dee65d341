package dev.conclave.workflows.plan;

/** Lets a call happen, or asks the human when the budget does not. */
interface BudgetGate {

  /**
   * Reserves what a call is expected to cost; at the limit it waits for the human.
   *
   * @return false when the agent was dropped or the session is to decide with what there is
   */
  boolean allows(String callId, String agent);
}
