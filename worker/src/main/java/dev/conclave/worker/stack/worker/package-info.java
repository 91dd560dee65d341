/** The worker of this host: its start, its run, and whether it polls. */
@NullMarked
package dev.conclave.worker.stack.worker;

import org.jspecify.annotations.NullMarked;
