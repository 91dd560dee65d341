/** The Temporal server of this host: its program, its start, its namespace, its disk. */
@NullMarked
package dev.conclave.worker.stack.server;

import org.jspecify.annotations.NullMarked;
