/** The commands that need this host. */
@NullMarked
package dev.conclave.worker.cli;

import org.jspecify.annotations.NullMarked;
