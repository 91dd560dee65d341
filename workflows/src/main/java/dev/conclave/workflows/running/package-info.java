/** The run of a session of any kind: from phase to phase, from run to run, to its end. */
@NullMarked
package dev.conclave.workflows.running;

import org.jspecify.annotations.NullMarked;
