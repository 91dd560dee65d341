/** Answering the gates of a session by a command line, and cancelling it. */
@NullMarked
package dev.conclave.client.steer;

import org.jspecify.annotations.NullMarked;
