/** Finds, starts, reads and steers sessions on a Temporal server. */
@NullMarked
package dev.conclave.client.session;

import org.jspecify.annotations.NullMarked;
