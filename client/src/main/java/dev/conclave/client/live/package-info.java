/** A session while it is worked on: redrawn at a terminal, else line by line. */
@NullMarked
package dev.conclave.client.live;

import org.jspecify.annotations.NullMarked;
