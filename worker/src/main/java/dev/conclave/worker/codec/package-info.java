/** What lets the Temporal UI read compressed and encrypted payloads. */
@NullMarked
package dev.conclave.worker.codec;

import org.jspecify.annotations.NullMarked;
