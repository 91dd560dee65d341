package dev.conclave.activities.agent;

import dev.conclave.activities.agent.process.Asker;
import dev.conclave.activities.agent.process.CallKey;
import dev.conclave.workflows.api.Mode;
import java.time.Duration;

/**
 * One call to be made or found made.
 *
 * @param key under which it is spooled
 * @param asker who waits for it
 * @param callId given by the workflow
 * @param agent who is asked
 * @param tree the tree id it works in
 * @param wallClock from the start of its process
 */
public record AgentCall(
    CallKey key,
    Asker asker,
    String callId,
    String agent,
    Mode mode,
    String tree,
    Duration wallClock) {}
