package dev.conclave.client.command;

import dev.conclave.client.page.Figures;
import dev.conclave.client.terminal.Surroundings;
import dev.conclave.workflows.plan.PlanRequest;

/** Says of a session that begins or goes on when its waiting ends, and what is done then. */
record AtDeadline(Surroundings around) {

  void say(PlanRequest request) {
    request
        .deadline()
        .ifPresent(
            deadline ->
                around
                    .output()
                    .say(
                        "At its deadline, %s, %s."
                            .formatted(
                                Figures.time(around.clock().instant().plus(deadline.after())),
                                deadline.policy().then())));
  }
}
