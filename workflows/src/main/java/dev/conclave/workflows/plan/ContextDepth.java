package dev.conclave.workflows.plan;

/** How a planning session gathers its context. */
public enum ContextDepth {
  SEARCH,
  /** Also let agents explore it; the human resolves conflicts. */
  FULL
}
