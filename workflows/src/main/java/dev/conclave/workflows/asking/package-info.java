/** Asking an agent, and who stands in for it. */
@NullMarked
package dev.conclave.workflows.asking;

import org.jspecify.annotations.NullMarked;
