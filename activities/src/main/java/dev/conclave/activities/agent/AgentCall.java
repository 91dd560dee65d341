package dev.conclave.activities.agent;

import dev.conclave.activities.agent.process.CallKey;
import dev.conclave.workflows.agent.Mode;
import java.time.Duration;

/**
 * One call to be made or found made.
 *
 * @param key under which it is spooled
 * @param run of the workflow that asks; a resumed session asks again what failed in an earlier run
 * @param callId given by the workflow
 * @param agent who is asked
 * @param tree the tree id it works in
 * @param wallClock from the start of its process
 */
public record AgentCall(
    CallKey key,
    String run,
    String callId,
    String agent,
    Mode mode,
    String tree,
    Duration wallClock) {}
