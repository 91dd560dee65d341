package dev.conclave.workflows.gate;

/** How deep an analysis of a topic goes. */
public enum AnalysisMode {
  QUICK,
  STANDARD,
  DEEP
}
