/** Monitoring of a worker: metrics, health, and the context of log lines. */
@NullMarked
package dev.conclave.worker.operations;

import org.jspecify.annotations.NullMarked;
