package dev.conclave.activities.planning;

import dev.conclave.workflows.api.Plan;
import java.util.List;
import java.util.Optional;

/**
 * What a planner's reply says.
 *
 * @param plan absent when no object with tasks could be found in it
 * @param errors what could not be read, each a sentence that can be quoted back; the rules of a
 *     plan are not among them, see {@link PlanChecks}
 */
public record PlanReply(Optional<Plan> plan, List<String> errors) {}
