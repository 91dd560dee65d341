package dev.conclave.workflows.gate;

/** Who reviews what was carried out. */
public enum CodeReview {
  SKIP,
  GEMINI,
  CODEX,
  AGENT
}
