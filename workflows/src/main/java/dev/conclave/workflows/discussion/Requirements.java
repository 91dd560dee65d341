package dev.conclave.workflows.discussion;

import java.util.List;

/** Requirements that an analyst read out of the task. */
public record Requirements(
    List<String> functional, List<String> nonFunctional, List<String> acceptance) {}
