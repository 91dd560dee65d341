package dev.conclave.activities.agent.process;

import java.time.Duration;

/**
 * Where a call's patience ends.
 *
 * @param wallClock from the start of the process
 * @param staleAfter without a byte more on stdout or stderr
 * @param maxOutputBytes stdout and stderr together
 */
public record CallLimits(Duration wallClock, Duration staleAfter, long maxOutputBytes) {}
