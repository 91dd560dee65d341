package dev.conclave.workflows.discussion;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;

/**
 * Requirements that an analyst derived from the task.
 *
 * @param priorities critical, high, medium or low, for requirements with a given priority
 */
public record Requirements(
    List<String> functional,
    List<String> nonFunctional,
    List<String> acceptance,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> priorities) {}
