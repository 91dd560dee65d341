/** Starting sessions, and going on with those that ended. */
@NullMarked
package dev.conclave.client.start;

import org.jspecify.annotations.NullMarked;
