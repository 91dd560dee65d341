/** What the agent programs print, read: the reply, what it cost, why there is none. */
@NullMarked
package dev.conclave.activities.agent.cli.output;

import org.jspecify.annotations.NullMarked;
