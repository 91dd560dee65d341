/** What the command gets from its host where the worker is on the class path. */
@NullMarked
package dev.conclave.workflows.host;

import org.jspecify.annotations.NullMarked;
