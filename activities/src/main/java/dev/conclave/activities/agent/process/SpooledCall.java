package dev.conclave.activities.agent.process;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a spool knows of its call beside the prompt: enough to adopt it, judge it, or ask the server
 * whether anybody still wants it.
 *
 * @param key whose call it is
 * @param callId given by the workflow
 * @param agent who is asked
 * @param binary resolved
 * @param version of the program, when it said
 * @param argv redacted
 * @param directory in which it works
 * @param started when this process was started
 * @param attempts processes started for this call, this one included
 */
public record SpooledCall(
    CallKey key,
    String callId,
    String agent,
    String binary,
    Optional<String> version,
    List<String> argv,
    String directory,
    Instant started,
    int attempts) {}
