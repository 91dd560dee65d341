/** The files of a session folder, rendered from the session's state and its documents. */
@NullMarked
package dev.conclave.activities.artifact;

import org.jspecify.annotations.NullMarked;
