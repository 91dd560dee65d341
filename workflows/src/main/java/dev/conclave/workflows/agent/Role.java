package dev.conclave.workflows.agent;

/** What an agent is asked to be. */
public enum Role {
  ANALYST,
  PLANNER
}
