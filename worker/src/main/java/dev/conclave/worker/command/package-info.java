/** The commands that run on this host. */
@NullMarked
package dev.conclave.worker.command;

import org.jspecify.annotations.NullMarked;
