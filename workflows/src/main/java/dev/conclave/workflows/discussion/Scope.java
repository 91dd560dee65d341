package dev.conclave.workflows.discussion;

import java.util.List;

/** What is in scope of the task and what is not. */
public record Scope(List<String> included, List<String> excluded) {

  public Scope {
    included = List.copyOf(included);
    excluded = List.copyOf(excluded);
  }

  public static final Scope NONE = new Scope(List.of(), List.of());
}
