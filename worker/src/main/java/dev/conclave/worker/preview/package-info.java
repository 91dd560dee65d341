/** What a session would send and cost, said before there is one. */
@NullMarked
package dev.conclave.worker.preview;

import org.jspecify.annotations.NullMarked;
