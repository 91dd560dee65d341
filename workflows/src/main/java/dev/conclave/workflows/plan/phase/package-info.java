/** The planning session: its phases, what its gates show, its state while it changes. */
@NullMarked
package dev.conclave.workflows.plan.phase;

import org.jspecify.annotations.NullMarked;
