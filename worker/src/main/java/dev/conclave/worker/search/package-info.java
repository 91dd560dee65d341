/** The command that searches a repository on this host. */
@NullMarked
package dev.conclave.worker.search;

import org.jspecify.annotations.NullMarked;
