/** The local stack: a server and a worker on a machine without an installed server. */
@NullMarked
package dev.conclave.worker.stack;

import org.jspecify.annotations.NullMarked;
