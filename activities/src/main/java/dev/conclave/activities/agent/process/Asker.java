package dev.conclave.activities.agent.process;

/**
 * The activity that asks for a call, or asked last: attempts of one activity share it.
 *
 * @param run of the workflow; a resumed session asks again what failed in an earlier run
 * @param activity id, unique within the run
 */
public record Asker(String run, String activity) {}
