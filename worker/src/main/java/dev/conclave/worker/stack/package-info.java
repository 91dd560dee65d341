/** The local stack: a server and a worker on a machine with nothing installed. */
@NullMarked
package dev.conclave.worker.stack;

import org.jspecify.annotations.NullMarked;
