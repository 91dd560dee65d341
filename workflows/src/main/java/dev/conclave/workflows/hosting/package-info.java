/** Work on the host that has a session's workspace. */
@NullMarked
package dev.conclave.workflows.hosting;

import org.jspecify.annotations.NullMarked;
