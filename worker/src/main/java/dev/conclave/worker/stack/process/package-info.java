/** Background processes of this host: how they are started, noted, told from others, and logged. */
@NullMarked
package dev.conclave.worker.stack.process;

import org.jspecify.annotations.NullMarked;
