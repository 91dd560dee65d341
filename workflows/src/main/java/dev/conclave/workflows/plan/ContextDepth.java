package dev.conclave.workflows.plan;

/** How a planning session gathers its context. */
public enum ContextDepth {
  /** By searching the tree. */
  SEARCH,
  /** Also by agents that explore it, with conflicts resolved by the human. */
  FULL
}
