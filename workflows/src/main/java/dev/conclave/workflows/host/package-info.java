/** Services that the command gets from its host when the worker is on the class path. */
@NullMarked
package dev.conclave.workflows.host;

import org.jspecify.annotations.NullMarked;
