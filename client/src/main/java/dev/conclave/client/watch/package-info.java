/** Staying with a session until it is over or needs a human. */
@NullMarked
package dev.conclave.client.watch;

import org.jspecify.annotations.NullMarked;
