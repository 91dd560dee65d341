/** Calls of agents as a session knows them: under way, over, paid for. */
@NullMarked
package dev.conclave.workflows.call;

import org.jspecify.annotations.NullMarked;
