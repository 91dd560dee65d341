/** The commands that need this host, and their pages. */
@NullMarked
package dev.conclave.worker.command;

import org.jspecify.annotations.NullMarked;
