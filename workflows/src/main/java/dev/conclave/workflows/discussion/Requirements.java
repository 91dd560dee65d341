package dev.conclave.workflows.discussion;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;

/**
 * Requirements that an analyst read out of the task.
 *
 * @param priorities critical, high, medium or low, of those of which the analyst said it
 */
public record Requirements(
    List<String> functional,
    List<String> nonFunctional,
    List<String> acceptance,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> priorities) {}
